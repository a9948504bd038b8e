/** Starting runs, from outside and inside of workflows, and making new ones of old ones. */
import type { runtimeError } from '../contract/runtime-errors.ts';
import { code, type Explanations } from '../contract/explanation.ts';

const RUN = 'wrun_01K8Z6Q4M0V5T3R7N9B2C4D6F8';

/** Errors of creating runs. */
export const startingExplanations = {
  workflow_called_directly: {
    sample: { workflowId: 'workflow//./workflows/order//order' },
    why: `Outside workflows, a workflow function is only a reference for \`start()\`. A direct call would run the code here and
now, and nothing of it would survive the process. Inside another workflow a call is fine: the called workflow runs as part of
the same run.`,
    wrong: {
      'workflows/order.ts': code`
        export async function order(orderId: string) {
          'use workflow';
          return orderId;
        }
      `,
      'routes/order.ts': code`
        import { order } from '../workflows/order.ts';

        export async function POST() {
          return Response.json(await order('o-1'));
        }
      `,
    },
    right: {
      'workflows/order.ts': code`
        export async function order(orderId: string) {
          'use workflow';
          return orderId;
        }
      `,
      'routes/order.ts': code`
        import { start } from 'workflow/api';
        import { order } from '../workflows/order.ts';

        export async function POST() {
          const run = await start(order, ['o-1']);
          return Response.json({ runId: run.runId });
        }
      `,
    },
    see: ['starting', 'children'],
  },
  start_not_a_workflow: {
    sample: { found: 'a function "order"' },
    why: `The compiler gives each workflow function an id, and \`start()\` stores that id. This value has none. Either the
function does not begin with \`'use workflow'\`, or its file was loaded without the compiler: the framework module or the
bundler plugin is missing, the script runs without \`node --import workflow/register\`, or the file is neither bundled nor in a
folder that the build scans. A step cannot be started by itself: start a workflow that calls it.`,
    wrong: code`
      import { start } from 'workflow/api';

      async function order(orderId: string) {
        return orderId;
      }

      await start(order, ['o-1']);
    `,
    right: code`
      import { start } from 'workflow/api';

      async function order(orderId: string) {
        'use workflow';
        return orderId;
      }

      await start(order, ['o-1']);
    `,
    see: ['compile_directive_misplaced', 'starting'],
  },
  start_arguments_not_array: {
    sample: { found: 'string' },
    why: `The arguments of a workflow are one array, so that options can follow. A workflow that takes no arguments
needs none.`,
    wrong: code`
      await start(order, 'o-1');
    `,
    right: code`
      await start(order, ['o-1']);
    `,
    see: ['starting'],
  },
  start_option_invalid: {
    sample: { option: 'id', found: 'number', expected: 'text of 1 to 255 characters' },
    why: `An option with an invalid value or an unknown name is refused before anything is stored: a run with a wrong time
limit or without its \`id\` would be worse than none. \`delay\` and \`at\` exclude each other, and \`attributes\` holds at most 32
short texts, numbers and booleans.`,
    wrong: code`
      await start(order, ['o-1'], { id: 17 });
    `,
    right: code`
      await start(order, ['o-1'], { id: '17' });
    `,
    see: ['starting', 'duration_invalid'],
  },
  start_option_in_workflow: {
    sample: { option: 'id' },
    why: `\`id\` and \`onConflict\` keep two callers from starting the same run twice. A workflow does not need them: the
commit that asks for a child also creates it, so neither a crash nor a replay starts it again. Checking whether an id is taken
needs the store, whose answer may differ on replay; a step may do that.`,
    wrong: code`
      import { start } from 'workflow/api';
      import { resize } from './resize.ts';

      export async function upload(image: string) {
        'use workflow';
        await start(resize, [image], { id: image });
      }
    `,
    right: code`
      import { start } from 'workflow/api';
      import { resize } from './resize.ts';

      async function startResize(image: string) {
        'use step';
        const run = await start(resize, [image], { id: image });
        return run.runId;
      }

      export async function upload(image: string) {
        'use workflow';
        await startResize(image);
      }
    `,
    see: ['children'],
  },
  start_id_taken: {
    sample: { id: 'order-17', runId: RUN },
    why: `An \`id\` belongs to at most one run of a store until that run is deleted, even after the run has ended. You asked
for this error with \`onConflict: 'fail'\`; it names the run that has the id.`,
    wrong: code`
      await start(order, ['o-17'], { id: 'order-17', onConflict: 'fail' });
      await start(order, ['o-17'], { id: 'order-17', onConflict: 'fail' });
    `,
    right: code`
      await start(order, ['o-17'], { id: 'order-17' });
      const run = await start(order, ['o-17'], { id: 'order-17' }); // the same run
    `,
    see: ['starting'],
  },
  continue_arguments_not_array: {
    sample: { found: 'number' },
    why: `\`continueAs()\` begins the workflow anew with these arguments. As for \`start()\`, they are one array.`,
    wrong: code`
      import { continueAs } from 'workflow';

      export async function count(from: number) {
        'use workflow';
        return continueAs(from + 1);
      }
    `,
    right: code`
      import { continueAs } from 'workflow';

      export async function count(from: number) {
        'use workflow';
        return continueAs([from + 1]);
      }
    `,
    see: ['children'],
  },
  patch_id_invalid: {
    sample: { found: 'undefined' },
    why: `\`patched(id)\` records under this name which of two paths the run took, and looks the name up on replay. So the
name must be a text that is the same each time.`,
    wrong: code`
      if (patched()) await chargeInEuro(order);
      else await charge(order);
    `,
    right: code`
      if (patched('charge-in-euro')) await chargeInEuro(order);
      else await charge(order);
    `,
    see: ['changes', 'run_diverged'],
  },
  fork_step_unknown: {
    sample: { runId: RUN, stepId: 'charge' },
    why: `\`fromStep\` and the keys of \`results\` are ids of step calls of this run. The name of a step does not say which call
is meant, because a workflow may call a step many times, and ids of other runs do not count.`,
    wrong: code`
      await getRun(runId).fork({ fromStep: 'charge' });
    `,
    right: code`
      const { steps } = await listSteps(runId);
      const charge = steps.find((step) => step.stepName.endsWith('//charge'))!;
      await getRun(runId).fork({ fromStep: charge.stepId });
    `,
    see: ['run', 'lists'],
  },
  fork_diverged: {
    sample: { runId: RUN, seq: 7 },
    why: `A copy replays the recorded answers, so its code must ask for the same things in the same order. It does not, so from
this event on the history cannot be kept, and completed steps would run again. You did not ask for that, so nothing was
created. This happens with \`build: 'newest'\` after the workflow has changed.`,
    wrong: code`
      await getRun(runId).fork({ build: 'newest' });
    `,
    right: code`
      await getRun(runId).fork({ build: 'newest', fromStep });
    `,
    see: ['run_diverged', 'changes'],
  },
  fork_hook_taken: {
    sample: { token: 'order:17', heldBy: RUN },
    why: `Two active hooks never share a token, because a payload would fit both. A copy that keeps the history up to the hook
would wait with the same token as the original. A hook that was created without a token has an unguessable one of its own and
never conflicts.`,
    wrong: code`
      const run = getRun(runId); // waits at createHook({ token: 'order:17' })
      await run.fork();
    `,
    right: code`
      const run = getRun(runId);
      await run.cancel();
      await run.returnValue.catch(() => {}); // its hooks are free when it has ended
      await run.fork();
    `,
    see: ['hook_conflict'],
  },
  run_retry_futile: {
    sample: { runId: RUN },
    why: `\`retry()\` makes a new run with the history of this one, without the failures that ended it. Here no step failed: the
workflow itself threw. A replay with the same answers would throw again, so no run was created. \`retry()\` uses the newest
code if it fits the history, so a corrected workflow can be retried.`,
    wrong: code`
      export async function order(orderId: string) {
        'use workflow';
        const found = await load(orderId);
        return found.customer.name; // threw: there is no customer
      }
    `,
    right: code`
      export async function order(orderId: string) {
        'use workflow';
        const found = await load(orderId);
        return found.customer?.name ?? 'unknown';
      }
    `,
    see: ['run'],
  },
} satisfies Partial<Explanations<typeof runtimeError>>;
