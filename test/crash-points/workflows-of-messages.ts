/** Canonical workflows: sleeps, hooks, webhooks, cancels, streams. */
import { getStepMetadata, getWritable, type WebhookRequest } from '../../runtime/entries/workflow.ts';
import type { CanonicalWorkflow } from './canonical-workflow.ts';

const echo = (value: unknown): unknown => value;
const untilAborted = async (): Promise<never> => {
  const { signal } = getStepMetadata();
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
  throw signal.reason;
};
const write = async (chunks: string[], namespace?: string): Promise<void> => {
  const writer = getWritable(namespace === undefined ? {} : { namespace }).getWriter();
  for (const chunk of chunks) await writer.write(chunk);
  writer.releaseLock();
};
const writeThenFail = async (chunks: string[]): Promise<void> => {
  await write(chunks);
  if (getStepMetadata().attempt < 2) throw new Error('after writing');
};
const answer = async (request: WebhookRequest): Promise<string> => {
  const body = await request.text();
  await request.respondWith(new Response(`got ${body}`));
  return body;
};

export const MESSAGE_WORKFLOWS: CanonicalWorkflow[] = [
  {
    name: 'a sleep between steps',
    steps: { echo },
    workflow: async ({ step, sleep }) => {
      const first = await step('echo')(1);
      await sleep('5s');
      return [first, await step('echo')(2)];
    },
  },
  {
    name: 'parallel sleeps and steps',
    steps: { echo },
    workflow: async ({ step, sleep }) => {
      const after = async (ms: number) => {
        await sleep(ms);
        return await step('echo')(ms);
      };
      return await Promise.all([after(3_000), after(1_000), step('echo')(0)]);
    },
  },
  {
    name: 'a sleep that is woken up',
    steps: { echo },
    workflow: async ({ step, sleep }) => {
      await sleep('365d');
      return await step('echo')('awake');
    },
    outside: async (caller) => {
      await caller.untilEvent('wait_created');
      await caller.wakeUp();
    },
  },
  {
    name: 'a hook that is awaited before its payload comes',
    steps: { echo },
    workflow: async ({ step, createHook }) => await step('echo')(await createHook({ token: 'hook' })),
    outside: async (caller) => {
      await caller.untilEvent('hook_created');
      await caller.resumeHook('hook', { n: 1 });
    },
  },
  {
    name: 'a payload that comes before the hook is awaited',
    steps: { echo },
    workflow: async ({ step, createHook }) => {
      const hook = createHook({ token: 'hook' });
      const go = createHook({ token: 'go' });
      const word = await go;
      return [word, await step('echo')(await hook)];
    },
    outside: async (caller) => {
      await caller.untilEvent('hook_created', 2);
      await caller.resumeHook('hook', 'early');
      await caller.resumeHook('go', 'go');
    },
  },
  {
    name: 'a hook that is iterated over',
    steps: { echo },
    workflow: async ({ step, createHook }) => {
      const seen: unknown[] = [];
      for await (const payload of createHook({ token: 'hook' })) {
        seen.push(await step('echo')(payload));
        if (seen.length === 3) break;
      }
      return seen;
    },
    outside: async (caller) => {
      await caller.untilEvent('hook_created');
      for (const n of [1, 2, 3]) await caller.resumeHook('hook', n);
    },
  },
  {
    name: 'a hook whose token is taken',
    steps: { echo },
    workflow: async ({ step, createHook, HookConflictError }) => {
      createHook({ token: 'hook' });
      try {
        return await createHook({ token: 'hook' });
      } catch (error) {
        return await step('echo')(error instanceof HookConflictError);
      }
    },
  },
  {
    name: 'a token that is used again',
    steps: { echo },
    workflow: async ({ step, createHook }) => {
      const first = createHook({ token: 'hook' });
      const one = await first;
      first.dispose();
      await step('echo')('between');
      return [one, await createHook({ token: 'hook' })];
    },
    outside: async (caller) => {
      await caller.untilEvent('hook_created');
      await caller.resumeHook('hook', 1);
      await caller.untilEvent('hook_created', 2);
      await caller.resumeHook('hook', 2);
    },
  },
  {
    name: 'a race of a hook and a sleep',
    steps: { echo },
    workflow: async ({ step, createHook, sleep }) =>
      await step('echo')(await Promise.race([createHook({ token: 'hook' }), sleep('1d')])),
    outside: async (caller) => {
      await caller.untilEvent('hook_created');
      await caller.resumeHook('hook', 'in time');
    },
  },
  {
    name: 'a webhook',
    steps: { echo },
    workflow: async ({ step, createWebhook }) => {
      const request = await createWebhook();
      return await step('echo')(await request.text());
    },
    outside: async (caller) => {
      await caller.untilEvent('hook_created');
      await caller.callWebhook('hello');
    },
  },
  {
    name: 'a webhook that a step answers',
    steps: { answer },
    workflow: async ({ step, createWebhook }) => await step('answer')(await createWebhook({ respondWith: 'manual' })),
    outside: async (caller) => {
      await caller.untilEvent('hook_created');
      await caller.callWebhook('hello');
    },
  },
  {
    name: 'a webhook that the workflow answers',
    steps: { echo },
    workflow: async ({ step, createWebhook, globals }) => {
      const request = await createWebhook({ respondWith: 'manual' });
      const body = await request.text();
      await request.respondWith(new globals.Response(`got ${body}`));
      return await step('echo')(body);
    },
    outside: async (caller) => {
      await caller.untilEvent('hook_created');
      await caller.callWebhook('hello');
    },
  },
  {
    name: 'a cancel with a step in finally',
    steps: { untilAborted, echo },
    workflow: async ({ step }) => {
      try {
        return await step('untilAborted')();
      } finally {
        await step('echo')('cleaned up');
      }
    },
    outside: async (caller) => {
      await caller.untilEvent('step_created');
      await caller.cancel();
    },
  },
  {
    name: 'a cancel during a sleep',
    workflow: async ({ sleep }) => await sleep('1d'),
    outside: async (caller) => {
      await caller.untilEvent('wait_created');
      await caller.cancel();
    },
  },
  {
    name: 'steps that write to a stream',
    steps: { write },
    streams: [undefined, 'log'],
    workflow: async ({ step }) => {
      await step('write')(['a1', 'a2']);
      await Promise.all([step('write')(['b1']), step('write')(['l1', 'l2'], 'log')]);
      await step('write')(['c1', 'c2', 'c3']);
    },
  },
  {
    name: 'a step that fails after it has written',
    steps: { writeThenFail, write },
    streams: [undefined],
    workflow: async ({ step }) => {
      await step('writeThenFail')(['a1', 'a2']);
      await step('write')(['b1']);
    },
  },
  {
    name: 'a workflow that writes before, between and after its steps',
    steps: { write },
    streams: [undefined, 'log'],
    workflow: async ({ step, sleep, getWritable }) => {
      const [text, log] = [getWritable().getWriter(), getWritable({ namespace: 'log' }).getWriter()];
      await text.write('a1');
      await step('write')(['b1', 'b2']);
      await text.write('c1');
      await log.write('l1');
      await sleep('1s');
      await text.write('d1');
      await log.close();
      await step('write')(['e1']);
      await text.write('f1');
    },
  },
  {
    name: 'a parent and its child that write to one stream',
    steps: { echo },
    streams: [undefined],
    workflow: async ({ step, startChild, getWritable }, output?: WritableStream) => {
      const writer = (output ?? getWritable()).getWriter();
      await writer.write(output ? 'child 1' : 'parent 1');
      if (output) await step('echo')('between');
      else await (await startChild({ workflowId: 'workflow//./test//main' }, [getWritable()])).returnValue;
      await writer.write(output ? 'child 2' : 'parent 2');
    },
  },
];
