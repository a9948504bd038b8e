/** The explanations of the rules about the sandbox. */
import { sandboxError } from '../analysis/rules/sandbox/messages.ts';
import { code, explainCatalogue, type Area } from '../../runtime/contract/explanation.ts';

export const sandboxArea: Area = {
  title: 'Workflow code',
  about: 'What the editor and `workflow check` say of code that runs in the sandbox, beyond what the build says.',
  errors: explainCatalogue(sandboxError, {
    sandbox_helper_unsafe: {
      sample: { name: 'readRate', subject: '"readFile" of "node:fs/promises"', place: 'src/rates.ts:4:23' },
      why: `What is wrong stands in another file, or in a package: the function that is called here leads to something
that workflow code does not have. The message names it and its place. A step may call such a function.`,
      wrong: {
        'src/rates.ts': code`
          import { readFile } from 'node:fs/promises';

          export async function readRate() {
            return Number(await readFile('rate.txt', 'utf8'));
          }
        `,
        'workflows/order.ts': code`
          import { readRate } from '../src/rates.ts';

          export async function order(price: number) {
            'use workflow';
            return price * (await readRate());
          }
        `,
      },
      right: {
        'src/rates.ts': code`
          import { readFile } from 'node:fs/promises';

          export async function readRate() {
            'use step';
            return Number(await readFile('rate.txt', 'utf8'));
          }
        `,
        'workflows/order.ts': code`
          import { readRate } from '../src/rates.ts';

          export async function order(price: number) {
            'use workflow';
            return price * (await readRate());
          }
        `,
      },
      see: ['compile_builtin_reached', 'compile_global_reached'],
    },
    sandbox_import_dynamic: {
      why: `All workflow code is one script, made by the build and stored with the run. \`import()\` of a path that is
written out becomes part of it; one that is computed names a module that is not there, and throws
\`sandbox_import_outside\`.`,
      wrong: code`
        export async function order(country: string) {
          'use workflow';
          const { rate } = await import('./rates-' + country + '.ts');
          return rate;
        }
      `,
      right: code`
        async function loadRate(country: string) {
          'use step';
          const { rate } = await import('./rates-' + country + '.ts');
          return rate as number;
        }

        export async function order(country: string) {
          'use workflow';
          return await loadRate(country);
        }
      `,
      see: ['sandbox_import_outside'],
    },
    sandbox_text_evaluated: {
      why: `A run goes on with exactly the code that it began with, which is its bundle. A function made from text is
not part of it, so \`Function\` throws in the sandbox.`,
      wrong: code`
        export async function order(formula: string) {
          'use workflow';
          return new Function('price', 'return ' + formula)(10);
        }
      `,
      right: code`
        async function evaluate(formula: string) {
          'use step';
          return new Function('price', 'return ' + formula)(10);
        }

        export async function order(formula: string) {
          'use workflow';
          return await evaluate(formula);
        }
      `,
      see: ['sandbox_global_unavailable', 'globals'],
    },
    sandbox_state_changed: {
      sample: { name: 'count' },
      why: `Each run has modules of its own, which are evaluated anew when it is replayed. So a variable of a module
that a workflow changes is seen by this run alone: not by other runs, not by steps, and not by the application.`,
      wrong: code`
        let count = 0;

        export async function order() {
          'use workflow';
          count += 1;
          await charge();
        }

        async function charge() {
          'use step';
          return count; // always 0
        }
      `,
      right: code`
        export async function order() {
          'use workflow';
          const count = 1;
          await charge(count);
        }

        async function charge(count: number) {
          'use step';
          return count;
        }
      `,
      see: ['sandbox_state_stale'],
    },
    sandbox_state_stale: {
      sample: { name: 'currency' },
      why: `What the application or a step assigns to a variable of a module never gets into a workflow: each run has modules
of its own, and sees the value with which they begin. What a workflow needs to know is an argument, or the result of a
step.`,
      wrong: code`
        let currency = 'EUR';

        export function setCurrency(name: string) {
          currency = name;
        }

        export async function order() {
          'use workflow';
          return currency; // always "EUR"
        }
      `,
      right: code`
        export async function order(currency: string) {
          'use workflow';
          return currency;
        }
      `,
      see: ['sandbox_state_changed', 'starting'],
    },
    sandbox_effect_toplevel: {
      sample: { name: 'fetch' },
      why: `Code at the top level of a module that workflow code imports runs in every run, before the workflow
begins, and again on each replay. A step that is called there, a request or a sleep is made anew for each run. What
only computes something is fine.`,
      wrong: code`
        const rates = fetch('https://example.com/rates');

        export async function order() {
          'use workflow';
          return (await rates).status;
        }
      `,
      right: code`
        export async function order() {
          'use workflow';
          const rates = await fetch('https://example.com/rates');
          return rates.status;
        }
      `,
      see: ['compile_await_toplevel', 'globals'],
    },
    sandbox_promise_unsettled: {
      why: `A promise in a workflow is settled by something that the journal brings: a step, a sleep, a hook, a child.
Nothing can settle this one, so the run would stay where it is until somebody cancels it. To wait for the outside,
open a hook.`,
      wrong: code`
        export async function approval() {
          'use workflow';
          await new Promise(() => {});
        }
      `,
      right: code`
        import { createHook } from 'workflow';

        export async function approval(orderId: string) {
          'use workflow';
          await createHook({ token: 'approval:' + orderId });
        }
      `,
      see: ['waiting'],
    },
    sandbox_loop_busy: {
      why: `Time in a workflow is the time of the last event of its journal, and no event can come while its code
runs. A loop that does not wait never sees anything change. It holds the thread of the process as well.`,
      wrong: code`
        export async function reminder(dueAt: number) {
          'use workflow';
          while (Date.now() < dueAt) {}
        }
      `,
      right: code`
        import { sleep } from 'workflow';

        export async function reminder(dueAt: number) {
          'use workflow';
          await sleep(new Date(dueAt));
        }
      `,
      see: ['waiting', 'globals'],
    },
    sandbox_cancellation_swallowed: {
      why: `A cancel rejects what the workflow waits for. A loop that catches everything and goes on takes that for
one more failure, so the run does not end by itself: it is ended when its time to clean up is over
(\`WORKFLOW_CANCEL_GRACE_MS\`), and its \`finally\` blocks may not have run.`,
      wrong: code`
        import { sleep } from 'workflow';

        async function poll() {
          'use step';
        }

        export async function watch() {
          'use workflow';
          while (true) {
            try {
              await poll();
              await sleep('1 minute');
            } catch {
              console.log('again');
            }
          }
        }
      `,
      right: code`
        import { sleep } from 'workflow';
        import { WorkflowError } from 'workflow/errors';

        async function poll() {
          'use step';
        }

        export async function watch() {
          'use workflow';
          while (true) {
            try {
              await poll();
              await sleep('1 minute');
            } catch (error) {
              if (WorkflowError.is(error)) throw error;
              console.log('again');
            }
          }
        }
      `,
      see: ['ending', 'run_cancelled'],
    },
  }),
};
