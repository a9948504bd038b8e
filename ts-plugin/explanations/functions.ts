/** Explanations of the rules about the functions of `workflow`. */
import { functionError } from '../analysis/rules/functions/messages.ts';
import { code, explainCatalogue, type Area } from '../../runtime/contract/explanation.ts';

/** The rules about the functions of `workflow`. */
export const functionsArea: Area = {
  title: 'Hooks, errors and options',
  about: 'Findings of the editor and of `workflow check` about uses of `workflow` that a run does not refuse.',
  errors: explainCatalogue(functionError, {
    function_hook_unused: {
      sample: { called: 'createHook()' },
      why: `The hook accepts payloads, stores them and reports success, but no code ever gets one: nothing awaits the hook or
iterates over it.`,
      wrong: code`
        import { createHook } from 'workflow';

        export async function approval(orderId: string) {
          'use workflow';
          createHook({ token: 'approval:' + orderId });
        }
      `,
      right: code`
        import { createHook } from 'workflow';

        export async function approval(orderId: string) {
          'use workflow';
          return await createHook({ token: 'approval:' + orderId });
        }
      `,
      see: ['waiting'],
    },
    function_webhook_unanswered: {
      why: `With \`respondWith: 'manual'\` the caller of a webhook waits until the workflow or one of its steps answers the
request. This code never answers, so each caller gets a time-out after \`WORKFLOW_REPLY_LIMIT_MS\`.`,
      wrong: code`
        import { createWebhook } from 'workflow';

        export async function payment() {
          'use workflow';
          const webhook = createWebhook({ respondWith: 'manual' });
          const request = await webhook;
          return await request.json();
        }
      `,
      right: code`
        import { createWebhook } from 'workflow';

        export async function payment() {
          'use workflow';
          const webhook = createWebhook({ respondWith: 'manual' });
          const request = await webhook;
          await request.respondWith(Response.json({ received: true }));
          return await request.json();
        }
      `,
      see: ['waiting', 'webhook_reply_not_manual'],
    },
    function_hook_token_twice: {
      sample: { token: 'approval' },
      why: `Two active hooks cannot share a token, not even within one run. The first hook holds the token until it is
disposed of or the run ends. To receive several payloads, iterate over one hook.`,
      wrong: code`
        import { createHook } from 'workflow';

        export async function approvals() {
          'use workflow';
          const first = createHook({ token: 'approval' });
          const second = createHook({ token: 'approval' });
          return [await first, await second];
        }
      `,
      right: code`
        import { createHook } from 'workflow';

        export async function approvals() {
          'use workflow';
          const hook = createHook({ token: 'approval' });
          return [await hook, await hook];
        }
      `,
      see: ['hook_conflict', 'waiting'],
    },
    function_hook_race_waits_on: {
      why: `A race that is lost lets go of a hook that was given to it. It cannot let go of a promise that \`hook.then()\` or an
async function has made of the hook: that promise waits until a payload comes. If another round of the loop awaits the
hook at that time, both get the payload. If none does, for example because the code is in a step, the payload goes to
the promise that nobody looks at, and the code does not see it.`,
      wrong: code`
        import { createHook, sleep } from 'workflow';
        import { poll } from './steps.ts';

        export async function order() {
          'use workflow';
          const hook = createHook<{ total: number }>();
          for (;;) {
            const total = await Promise.race([hook.then((paid) => paid.total), sleep('1m')]);
            if (total) return total;
            await poll();
          }
        }
      `,
      right: code`
        import { createHook, sleep } from 'workflow';
        import { poll } from './steps.ts';

        export async function order() {
          'use workflow';
          const hook = createHook<{ total: number }>();
          for (;;) {
            const paid = await Promise.race([hook, sleep('1m')]);
            if (paid) return paid.total;
            await poll();
          }
        }
      `,
      see: ['waiting'],
    },
    function_error_swallowed: {
      sample: { name: 'RetryableError' },
      why: `\`RetryableError\` and \`FatalError\` control the attempts of a step when the step throws them. Here the same
function catches the error, so the step returns as if it had succeeded.`,
      wrong: code`
        import { RetryableError } from 'workflow';

        async function load(url: string) {
          'use step';
          try {
            const response = await fetch(url);
            if (response.status === 429) throw new RetryableError('Too many requests', { retryAfter: '1m' });
            return await response.text();
          } catch (error) {
            console.error(error);
          }
        }
      `,
      right: code`
        import { RetryableError } from 'workflow';

        async function load(url: string) {
          'use step';
          const response = await fetch(url);
          if (response.status === 429) throw new RetryableError('Too many requests', { retryAfter: '1m' });
          return await response.text();
        }
      `,
      see: ['steps', 'function_error_unthrown'],
    },
    function_error_unthrown: {
      sample: { name: 'FatalError' },
      why: `An error has an effect only when it is thrown. An error that a step returns is an ordinary value.`,
      wrong: code`
        import { FatalError } from 'workflow';

        async function charge(amount: number) {
          'use step';
          if (amount < 0) new FatalError('The amount is negative');
        }
      `,
      right: code`
        import { FatalError } from 'workflow';

        async function charge(amount: number) {
          'use step';
          if (amount < 0) throw new FatalError('The amount is negative');
        }
      `,
      see: ['steps'],
    },
    function_retryable_in_workflow: {
      why: `Only steps have attempts. Workflow code is replayed with the same answers, not retried, so a \`RetryableError\` that
it throws fails the run like any other error. A workflow can retry itself, in a loop with \`sleep()\`.`,
      wrong: code`
        import { RetryableError } from 'workflow';

        async function isReady() {
          'use step';
          return false;
        }

        export async function order() {
          'use workflow';
          if (!(await isReady())) throw new RetryableError('Not ready', { retryAfter: '1m' });
        }
      `,
      right: code`
        import { sleep } from 'workflow';

        async function isReady() {
          'use step';
          return false;
        }

        export async function order() {
          'use workflow';
          while (!(await isReady())) await sleep('1m');
        }
      `,
      see: ['steps', 'waiting'],
    },
    function_options_misplaced: {
      sample: { subject: 'the workflow "order"', option: 'maxRetries' },
      why: `\`maxRetries\`, \`retry\`, \`timeout\`, \`heartbeatTimeout\`, \`concurrency\`, \`worker\` and \`label\` are
options of step functions only. A workflow gets its time limit from \`start()\`, and an ordinary function has no attempts.`,
      wrong: code`
        export async function order() {
          'use workflow';
          await charge();
        }
        order.maxRetries = 5;

        async function charge() {
          'use step';
        }
      `,
      right: code`
        export async function order() {
          'use workflow';
          await charge();
        }

        async function charge() {
          'use step';
        }
        charge.maxRetries = 5;
      `,
      see: ['steps', 'step_option_unknown'],
    },
  }),
};
