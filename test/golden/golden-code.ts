/** Workflows that between them bring every kind of event, and every kind of stored value, into a journal. */
import { FatalError, RetryableError } from '../../runtime/values/step-errors.ts';
import { heartbeat } from '../../runtime/steps/step-functions.ts';
import type { Clock } from '../../runtime/contract/clock.ts';
import type { TestCode } from '../runtime/build-from-functions.ts';

export const goldenWorkflows: TestCode['workflows'] = {
  child: async ({ step, createHook }, end: 'return' | 'throw' | 'wait') => {
    if (end === 'throw') throw new RangeError('the child failed');
    return end === 'wait' ? await createHook() : await step('echo')('from the child');
  },
  steps: async ({ step }) => {
    const once = await step('failsOnce')();
    const fatal = await step('fatal')().catch((error: Error) => error.message);
    const long = await step('long')();
    const limited: ReturnType<typeof step> = Object.assign(step('echo'), { maxRetries: 7 });
    const controller = new AbortController();
    const watching = step('untilAborted')(controller.signal);
    const last = await limited('limited');
    controller.abort('seen enough');
    return [once, fatal, long, last, await watching];
  },
  values: async ({ step }) => {
    const shared = { n: 1 };
    const cyclic: Record<string, unknown> = { shared, again: shared };
    cyclic['self'] = cyclic;
    const cause = new TypeError('inner');
    return await step('echo')([
      'text',
      -0,
      Number.NaN,
      10n ** 20n,
      undefined,
      new Date(0),
      /a+/gi,
      new Map<unknown, unknown>([[1, new Set(['x'])]]),
      new Uint8Array([1, 2, 3]),
      new ArrayBuffer(1, { maxByteLength: 2 }),
      new URL('https://example.com/a?b=c'),
      new Headers({ a: 'b' }),
      new Request('https://example.com', { method: 'POST', body: 'body' }),
      new Response('answer', { status: 201 }),
      new AggregateError([new Error('one')], 'all', { cause }),
      cyclic,
    ]);
  },
  waits: async ({ sleep, createHook, createWebhook, patched, setAttributes }) => {
    setAttributes({ stage: 'waiting', urgent: null });
    await sleep('1h');
    const hook = createHook<number>({ token: 'golden', metadata: { for: 'the record' } });
    const taken = await createHook({ token: 'golden' }).then(null, (error: Error) => error.name);
    const first = await hook;
    hook.dispose();
    const webhook = createWebhook({ respondWith: new Response('thanks', { status: 202 }) });
    return [first, taken, patched('change'), webhook.token.length];
  },
  parent: async ({ startChild }) => {
    const ends = ['return', 'throw', 'wait'] as const;
    const [good, bad, cancelled] = await Promise.all(
      ends.map((end) =>
        startChild({ workflowId: 'workflow//./test//child' }, [end], { attributes: { end }, timeout: '1d' }),
      ),
    );
    await cancelled!.cancel({ reason: 'enough' });
    const results = await Promise.allSettled([good!.returnValue, bad!.returnValue, cancelled!.returnValue]);
    return results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.name));
  },
  rounds: async ({ createHook, continueAs, step }, got: unknown[]) => {
    const hook = createHook({ token: 'rounds' });
    got.push(await hook);
    await step('echo')(got.length);
    return got.length < 2 ? await continueAs([got]) : got;
  },
  writes: async ({ getWritable, startChild, step }) => {
    const [text, log] = [getWritable().getWriter(), getWritable({ namespace: 'log' }).getWriter()];
    await text.write({ n: 1 });
    await text.write(new Uint8Array([1, 2, 3]));
    await log.write('a line');
    await step('echo')('between');
    await text.write(new Map([['n', 2]]));
    await log.close();
    await (
      await startChild({ workflowId: 'workflow//./test//guest' }, [getWritable()])
    ).returnValue;
  },
  guest: async (_, output: WritableStream) => await output.getWriter().write('from the guest'),
  stopped: async ({ sleep, step }) => {
    try {
      await sleep('1d');
    } finally {
      await step('echo')('cleaned up');
    }
  },
  /** Never ends before the store is kept. */
  waiting: async ({ createHook, step }) => {
    const before = await step('echo')('before');
    return [before, await createHook({ token: 'waiting' }), await step('echo')('after')];
  },
};

/** Where this file lies does not belong into the record. */
const withoutPlace = (error: Error): Error => Object.assign(error, { stack: `${error.name}: ${error.message}` });

export function goldenSteps(clock: Clock): NonNullable<TestCode['steps']> {
  let failures = 0;
  const pause = (ms: number) => new Promise<void>((resolve) => void clock.setAlarm(clock.now() + ms, resolve));
  return {
    echo: (value: unknown) => value,
    failsOnce: () => {
      failures += 1;
      if (failures === 1)
        throw withoutPlace(new RetryableError('not yet', { retryAfter: new Date(clock.now() + 60_000) }));
      return 'at last';
    },
    fatal: () => {
      throw withoutPlace(new FatalError('never', { cause: withoutPlace(new Error('root')) }));
    },
    untilAborted: (signal: AbortSignal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve(signal.reason));
      }),
    long: async () => {
      heartbeat({ done: 1 });
      await pause(500);
      return 'long';
    },
  };
}
