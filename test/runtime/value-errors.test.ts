/** Errors keep what they are inside of workflows and for whoever waits for the run. */
import { describe, expect, it } from 'vitest';
import { resumeHook, start as startRun } from '../../runtime/entries/api.ts';
import { registerClass } from '../../runtime/entries/compiled.ts';
import { FatalError, WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE, getWritable } from '../../runtime/entries/workflow.ts';
import { workflowIdOf } from './build-from-functions.ts';
import { createHarness } from './harness.ts';

const noRetry = <Step extends (...args: any[]) => unknown>(step: Step) => Object.assign(step, { maxRetries: 0 });

/** The error that the workflow of a failed run threw. */
const causeOf = async (result: Promise<unknown>): Promise<any> => {
  const failure = await result.then(
    () => expect.fail('The run did not fail.'),
    (error: { cause: unknown }) => error,
  );
  return failure.cause;
};

class Money {
  readonly cents: number;
  constructor(cents: number) {
    this.cents = cents;
  }
  static [WORKFLOW_SERIALIZE](money: Money) {
    return money.cents;
  }
  static [WORKFLOW_DESERIALIZE](cents: number) {
    return new Money(cents);
  }
}
registerClass('class//./test//Money', Money);

function failRichly(): never {
  const cause = new RangeError('too far', { cause: { limit: 10n } });
  throw Object.assign(new TypeError('wrong', { cause }), {
    status: 503,
    at: new Date(5),
    price: new Money(7),
    socket: { write() {} },
    list: [new SyntaxError('odd')],
  });
}

describe('an error', () => {
  it('of a step is in the workflow what it was, with its causes and fields', async () => {
    const { start } = await createHarness({
      workflows: {
        main: async ({ step, registerClass, WORKFLOW_SERIALIZE, WORKFLOW_DESERIALIZE }: any) => {
          class Money {
            cents = 0;
            static [WORKFLOW_SERIALIZE] = (money: Money) => money.cents;
            static [WORKFLOW_DESERIALIZE] = (cents: number) => Object.assign(new Money(), { cents });
          }
          registerClass('class//./test//Money', Money);
          const error = await step('fail')().catch((thrown: unknown) => thrown);
          return [
            error instanceof TypeError,
            [error.name, error.message, error.status, error.at.getTime()],
            [error.price instanceof Money, error.price.cents],
            Object.keys(error),
            [error.cause instanceof RangeError, error.cause.message, error.cause.cause.limit],
            error.list[0] instanceof SyntaxError,
            /failRichly \(.*value-errors\.test\.ts:\d+/.test(error.stack),
          ];
        },
      },
      steps: { fail: noRetry(failRichly) },
    });
    await expect((await start('main')).returnValue).resolves.toEqual([
      true,
      ['TypeError', 'wrong', 503, 5],
      [true, 7],
      ['status', 'at', 'price', 'list'],
      [true, 'too far', 10n],
      true,
      true,
    ]);
  });

  it('of a step that nobody caught is for the caller what it was', async () => {
    const { start } = await createHarness({
      workflows: {
        main: async ({ step, registerClass, WORKFLOW_SERIALIZE, WORKFLOW_DESERIALIZE }: any) => {
          class Money {
            cents = 0;
            static [WORKFLOW_SERIALIZE] = (money: Money) => money.cents;
            static [WORKFLOW_DESERIALIZE] = (cents: number) => Object.assign(new Money(), { cents });
          }
          registerClass('class//./test//Money', Money);
          await step('fail')();
        },
      },
      steps: { fail: noRetry(failRichly) },
    });
    const error = await causeOf((await start('main')).returnValue);
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toMatchObject({ message: 'wrong', status: 503, at: new Date(5), price: new Money(7) });
    expect(error.price).toBeInstanceOf(Money);
    expect(error.cause).toBeInstanceOf(RangeError);
    expect(error.cause.cause).toEqual({ limit: 10n });
    expect(error.stack).toMatch(/failRichly \(.*value-errors\.test\.ts:\d+/);
  });

  it('of the workflow is for the caller what it was, also one made of several', async () => {
    const { start } = await createHarness({
      workflows: {
        main: async ({ step, FatalError }) => {
          await Promise.any([
            step('fail')('one'),
            Promise.reject(new FatalError('two')),
            Promise.reject(new DOMException('three', 'AbortError')),
          ]);
        },
      },
      steps: {
        fail: noRetry((message: string) => {
          throw new RangeError(message);
        }),
      },
    });
    const error = await causeOf((await start('main')).returnValue);
    expect(error).toBeInstanceOf(AggregateError);
    expect(error.errors.map((member: Error) => member.message)).toEqual(['one', 'two', 'three']);
    expect(error.errors[0]).toBeInstanceOf(RangeError);
    expect(error.errors[1]).toBeInstanceOf(FatalError);
    expect(error.errors[2]).toBeInstanceOf(DOMException);
  });

  it('of any kind can be thrown, also one that is no error', async () => {
    const { start } = await createHarness({
      workflows: { main: async ({ step }, kind) => await step('fail')(kind).catch((thrown: unknown) => [thrown]) },
      steps: {
        fail: noRetry((kind: string) => {
          // oxlint-disable-next-line typescript/only-throw-error -- what users throw
          throw { text: 'plain', nothing: undefined, record: { code: 5n }, opaque: { run() {} } }[kind];
        }),
      },
    });
    const run = async (kind: string) => (await start('main', kind)).returnValue;
    await expect(run('text')).resolves.toEqual(['plain']);
    await expect(run('nothing')).resolves.toEqual([undefined]);
    await expect(run('record')).resolves.toEqual([{ code: 5n }]);
    await expect(run('opaque')).resolves.toMatchObject([{ message: expect.stringContaining('an object') as string }]);
  });

  it('that is returned is a value', async () => {
    const { start } = await createHarness({
      workflows: { main: async ({ step }) => (await step('give')()) instanceof RangeError },
      steps: { give: () => new RangeError('no failure') },
    });
    await expect((await start('main')).returnValue).resolves.toBe(true);
  });
});

describe('a value that cannot be carried is refused with its place', () => {
  const socket = { write() {} };

  it('where the workflow calls a step, which is not begun', async () => {
    const { start, journal } = await createHarness({
      workflows: {
        main: async ({ step }) =>
          await step('take')({ user: { socket: { write() {} } } }).catch((error: Error & { code: string }) => [
            error.code,
            error.message,
          ]),
      },
      steps: { take: () => {} },
    });
    const run = await start('main');
    await expect(run.returnValue).resolves.toEqual([
      'value_not_serializable',
      expect.stringMatching(/^args\[0\]\.user\.socket\.write is a function "write"/),
    ]);
    expect((await journal(run)).filter(({ type }) => type === 'step_created')).toEqual([]);
  });

  it('where a step returns it, without another attempt', async () => {
    let attempts = 0;
    const { start } = await createHarness({
      workflows: { main: async ({ step }) => await step('give')() },
      steps: {
        give: () => {
          attempts += 1;
          return { user: { socket } };
        },
      },
    });
    const error = await causeOf((await start('main')).returnValue);
    expect(error.message).toMatch(/^result\.user\.socket\.write is a function/);
    expect(attempts).toBe(1);
  });

  it('where the workflow returns it, opens a hook with it, or starts with it', async () => {
    const { start } = await createHarness({
      workflows: {
        result: async () => ({ user: { socket: () => {} } }),
        metadata: async ({ createHook }) => createHook({ metadata: { user: { socket: () => {} } } }).token,
        take: async () => {},
      },
    });
    const failed = async (name: string) => (await causeOf((await start(name)).returnValue)) as Error;
    expect((await failed('result')).message).toMatch(/^result\.user\.socket is a function/);
    expect((await failed('metadata')).message).toMatch(/^metadata\.user\.socket is a function/);
    await expect(startRun({ workflowId: workflowIdOf('take') }, [{ user: { socket } }] as never)).rejects.toThrow(
      /^args\[0\]\.user\.socket\.write is a function/,
    );
  });

  it('where a hook is resumed with it, which stays open', async () => {
    const { start, untilEvent } = await createHarness({
      workflows: { main: async ({ createHook }) => await createHook({ token: 'refused' }) },
    });
    const run = await start('main');
    await untilEvent(run, 'hook_created');
    await expect(resumeHook('refused', { user: { socket } })).rejects.toThrow(/^payload\.user\.socket\.write is/);
    await resumeHook('refused', 'fine');
    await expect(run.returnValue).resolves.toBe('fine');
  });

  it('where a step writes it to a stream, which fails that write at once', async () => {
    let attempts = 0;
    const { start } = await createHarness({
      workflows: { main: async ({ step }) => await step('write')() },
      steps: {
        write: async () => {
          attempts += 1;
          await getWritable().getWriter().write({ user: { socket } });
        },
      },
    });
    const error = await causeOf((await start('main')).returnValue);
    expect(error.message).toMatch(/^chunk\.user\.socket\.write is a function/);
    expect(attempts).toBe(1);
  });
});
