/** Explanations of the rules about workflow code. */
import { sandboxError } from '../analysis/rules/sandbox/messages.ts';
import { code, explainCatalogue, type Area } from '../../runtime/contract/explanation.ts';

/** The rules about workflow code. */
export const sandboxArea: Area = {
  title: 'Workflow code',
  about: 'Findings of the editor and of `workflow check` about workflow code, in addition to the errors of the build.',
  errors: explainCatalogue(sandboxError, {
    sandbox_helper_unsafe: {
      sample: { name: 'readRate', subject: '"readFile" of "node:fs/promises"', place: 'src/rates.ts:4:23' },
      why: `The mistake is in another file or in a package: the function that is called here uses something that workflow
code does not have. The message names it and its place. A step may call such a function.`,
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
      why: `All workflow code is one script, which the build writes and which is stored with the run. \`import()\` of a plain
string becomes part of the script. A computed path names a module outside the script, so it throws
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
    sandbox_state_changed: {
      sample: { name: 'count' },
      why: `Each run has its own modules and its own \`globalThis\`, and a replay makes them again. When a workflow changes
a variable of a module, itself or by a function that it calls, only this run sees the change: other runs, steps and the
application do not.`,
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
      why: `A workflow never sees what the application or a step puts into variables of modules, into the lists, maps and
static fields there, or on \`globalThis\`: each run has its own, and sees their initial values. Pass the value as an argument, or
return it from a step.`,
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
    sandbox_setup_elsewhere: {
      sample: { name: 'configure' },
      why: `Each run has its own modules, and loads those that its workflow imports. Set-up in another file, such as the
entry of the server, changes the modules of the server only. Put it into a file that the workflow imports, if it does
not need the server; else pass the value to the workflow as an argument, or read it in a step.`,
      wrong: {
        'src/main.ts': code`
          import { configure } from './money.ts';

          configure('CHF');
        `,
        'src/money.ts': code`
          let currency = 'EUR';

          export const configure = (name: string) => {
            currency = name;
          };
          export const format = (cents: number) => cents / 100 + currency;
        `,
        'workflows/order.ts': code`
          import { format } from '../src/money.ts';

          export async function order(cents: number) {
            'use workflow';
            return format(cents); // always in EUR
          }
        `,
      },
      right: {
        'src/money.ts': code`
          export const format = (cents: number, currency: string) => cents / 100 + currency;
        `,
        'workflows/order.ts': code`
          import { format } from '../src/money.ts';

          export async function order(cents: number, currency: string) {
            'use workflow';
            return format(cents, currency);
          }
        `,
      },
      see: ['compile_setup_missing', 'sandbox_state_stale'],
    },
    sandbox_time_local: {
      why: `A text of a date and a time without a zone means local time. In workflow code that is UTC on every machine, so
that a replay computes the same; in a step or in the application it is the zone of the machine. A text with a date alone
is UTC everywhere.`,
      wrong: code`
        export async function remind(day: string) {
          'use workflow';
          return new Date(\`\${day}T09:00:00\`).toISOString();
        }
      `,
      right: code`
        export async function remind(day: string) {
          'use workflow';
          return new Date(\`\${day}T09:00:00Z\`).toISOString();
        }
      `,
      see: ['globals'],
    },
    sandbox_effect_toplevel: {
      sample: { name: 'fetch' },
      why: `The top level of a module that workflow code imports runs in every run, before the workflow begins, and again on
each replay. So each run repeats a step, a request or a sleep there. Code that only computes something is fine.`,
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
    sandbox_global_patched: {
      sample: { name: 'Math.random' },
      why: `All runs of a build share one set of built-ins. A change by one run would be seen by others, and not by those
in another process. So the built-ins are frozen, and a run that assigns to one throws. What you assign to a property of
\`globalThis\` itself lasts until the run ends.`,
      wrong: code`
        export async function draw(seed: number) {
          'use workflow';
          Math.random = () => seed;
          return Math.random();
        }
      `,
      right: code`
        export async function draw(seed: number) {
          'use workflow';
          const random = () => seed;
          return random();
        }
      `,
      see: ['globals'],
    },
    sandbox_promise_unsettled: {
      why: `In a workflow, events of the journal settle promises: the end of a step, a sleep, a hook or a child. Nothing can
settle this promise, so the run waits until it is cancelled. To wait for the outside, create a hook.`,
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
      why: `Time in a workflow is the time of the last event in its journal, and no event arrives while its code runs. A loop
that does not wait never sees a change. It also blocks the thread of the process.`,
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
      why: `A cancel rejects the promises that the workflow waits for. A loop that catches every error treats the cancel as one
more failure and continues. The runtime then ends the run when its time to clean up is over
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
