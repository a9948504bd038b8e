/** Workflows that put their marker into every place that takes values. */
import { getStepMetadata, getWritable, heartbeat, type WebhookRequest } from '../../runtime/entries/workflow.ts';
import type { TestCode } from '../runtime/build-from-functions.ts';

/** Words that begin so are stored as they are, on purpose. */
export const PLAIN = 'Marker7q-plain';

/** An error with a marker wherever an error can have one. */
const makeError = (text: string): Error => {
  const cause = Object.assign(new RangeError(`${text}-cause`), { data: { deep: [`${text}-cause-field`] } });
  const error = Object.assign(new Error(`${text}-message`, { cause }), { field: `${text}-field` });
  error.stack = `Error: ${text}-message\n    at ${text}-stack (file.js:1:1)`;
  return error;
};

export const steps: NonNullable<TestCode['steps']> = {
  echo: (value: unknown) => value,
  encode: (text: string) => [new TextEncoder().encode(text), new Map([[`${text}-key`, new Set([text])]])],
  retries: Object.assign(
    async (text: string) => {
      heartbeat({ detail: `${text}-heartbeat` });
      if (getStepMetadata().attempt === 1) throw makeError(`${text}-retried`);
      throw makeError(`${text}-failed`);
    },
    { maxRetries: 1, minDelay: 1 },
  ),
  write: async (text: string) => {
    const writer = getWritable({ namespace: `${PLAIN}-stream` }).getWriter();
    await writer.write(`${text}-text`);
    await writer.write({ deep: `${text}-object` });
    await writer.write(Buffer.from(`${text}-bytes`));
    await writer.close();
  },
  answer: async (request: WebhookRequest, text: string) =>
    await request.respondWith(new Response(`${text}-body`, { headers: { 'x-own': `${text}-header` } })),
  untilAborted: (signal: AbortSignal) =>
    new Promise((resolve) => {
      if (signal.aborted) resolve(signal.reason);
      signal.addEventListener('abort', () => resolve(signal.reason));
    }),
};

/** Workflows get their markers as arguments: their code is in the store, too. */
export const workflows: TestCode['workflows'] = {
  values: async ({ step }, m: string) => [
    await step('echo')({ input: `${m}-input` }),
    await step('encode')(`${m}-made`),
  ],
  retried: async ({ step }, m: string) => {
    await step('retries')(m).catch(() => {});
    throw Object.assign(new TypeError(`${m}-thrown`), { list: [`${m}-thrown-field`] });
  },
  hooks: async ({ createHook, patched }, m: string, token: string) => {
    const hook = createHook({ token, metadata: { text: `${m}-metadata` } });
    patched('change');
    return [await hook, await hook];
  },
  static: async ({ createWebhook }, m: string) => {
    const respondWith = new Response(`${m}-static`, { headers: { 'x-own': `${m}-static-header` } });
    const request = await createWebhook({ respondWith, metadata: `${m}-webhook-metadata` });
    return await request.text();
  },
  manual: async ({ createWebhook, step }, m: string) => {
    for await (const request of createWebhook({ respondWith: 'manual' })) await step('answer')(request, m);
  },
  streams: async ({ step, getWritable, openStoredList }, m: string) => {
    const writer = getWritable().getWriter();
    await writer.write({ from: `${m}-workflow-chunk` });
    await step('write')(`${m}-step-chunk`);
    const list = openStoredList<string>('texts');
    return await step('echo')(list.pick([list.add(`${m}-listed`), list.add(`${m}-listed-2`)]));
  },
  again: async ({ continueAs, createHook, step }, m: string, token: string, round: number) => {
    const hook = createHook({ token });
    await step('echo')(round);
    if (round === 0) return await continueAs([`${m}-continued`, token, 1]);
    return [m, await hook];
  },
  child: async (_, m: string) => {
    if (m.includes('fails')) throw new Error(`${m}-child-error`);
    return `${m}-child-result`;
  },
  parent: async ({ startChild }, m: string, childId: string) => {
    const good = await startChild({ workflowId: childId }, [`${m}-child-argument`]);
    const bad = await startChild({ workflowId: childId }, [`${m}-fails`]);
    return [await good.returnValue, await bad.returnValue.catch((error: Error) => error)];
  },
  signals: async ({ step, createHook }, m: string, token: string) => {
    const controller = new AbortController();
    const running = step('untilAborted')(controller.signal);
    await createHook({ token });
    controller.abort(new Error(`${m}-reason`));
    return await running;
  },
  waits: async ({ createHook }, _m: string, token: string) => await createHook({ token }),
};
