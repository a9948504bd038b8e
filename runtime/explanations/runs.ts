/** Runs as seen from outside: how they end, what is asked of them, lists, and code that does not fit. */
import type { runtimeError } from '../contract/runtime-errors.ts';
import { code, type Explanations } from '../contract/explanation.ts';

const BUILD = '9f2c41d07be85a36c1e4f70b2d9a8835';
const RUN = 'wrun_01K8Z6Q4M0V5T3R7N9B2C4D6F8';

export const runExplanations = {
  run_failed: {
    sample: { runId: RUN, reason: 'The card was declined.' },
    why: `\`returnValue\` rejects with this error (\`WorkflowRunFailedError\`) when the workflow threw and did not
catch. Its \`cause\` is what the workflow threw, made of the class that it had if this process knows that class. A
failed run stays as it is; \`retry()\` makes a new one. The log of the process in which the run failed has one line
\`run_failed\` with its id, its workflow, and the name and \`code\` of the error; the message is left out, because it may
hold data.`,
    wrong: code`
      const receipt = await run.returnValue;
    `,
    right: code`
      import { WorkflowRunFailedError } from 'workflow/errors';

      try {
        const receipt = await run.returnValue;
      } catch (error) {
        if (!(error instanceof WorkflowRunFailedError)) throw error;
        console.error(error.cause);
      }
    `,
    see: ['run', 'run_cancelled'],
  },
  run_cancelled: {
    sample: { runId: RUN, reason: 'the customer called' },
    why: `The run was told to end, by \`cancel()\`, by its parent, or by a start with \`onConflict: 'replace'\`.
Inside of the workflow everything that it waits for rejects with this error, so that \`catch\` and \`finally\` can
clean up. Outside, \`returnValue\` rejects with it as \`WorkflowRunCancelledError\`. A \`catch\` in a workflow that is
meant for failures of steps should let it pass.`,
    wrong: code`
      import { charge, chargeLater } from './steps.ts';

      export async function order(orderId: string) {
        'use workflow';
        try {
          await charge(orderId);
        } catch {
          await chargeLater(orderId); // also when the run was cancelled
        }
      }
    `,
    right: code`
      import { WorkflowError } from 'workflow/errors';
      import { charge, chargeLater } from './steps.ts';

      export async function order(orderId: string) {
        'use workflow';
        try {
          await charge(orderId);
        } catch (error) {
          if (WorkflowError.is(error) && error.code === 'run_cancelled') throw error;
          await chargeLater(orderId);
        }
      }
    `,
    see: ['ending', 'run_timed_out'],
  },
  run_timed_out: {
    sample: { runId: RUN },
    why: `The \`timeout\` that \`start()\` was given is over. The workflow was told to end as by a cancel, could clean
up, and has failed with this error. The time counts from the first turn and includes sleeps and waiting for hooks.`,
    wrong: code`
      const run = await start(approval, [orderId], { timeout: '1h' }); // waits for a person
    `,
    right: code`
      const run = await start(approval, [orderId], { timeout: '7d' });
    `,
    see: ['starting', 'ending', 'step_timed_out'],
  },
  run_already_ended: {
    sample: { runId: RUN, status: 'completed' },
    why: `A final status is final: a run that has completed, failed or been cancelled cannot be cancelled, paused,
woken or moved any more. It is an \`EntityConflictError\`. It is often a race that needs no answer, because the run
ended just before.`,
    wrong: code`
      await getRun(runId).cancel();
    `,
    right: code`
      import { EntityConflictError } from 'workflow/errors';

      try {
        await getRun(runId).cancel();
      } catch (error) {
        if (!(error instanceof EntityConflictError)) throw error;
      }
    `,
    see: ['run', 'run_not_ended'],
  },
  run_not_ended: {
    sample: { runId: RUN, status: 'running' },
    why: `Only a run that has ended can be deleted, and only one that failed or was cancelled can be retried: until
then a worker may be at work on it. It is an \`EntityConflictError\`.`,
    wrong: code`
      await deleteRun(runId);
    `,
    right: code`
      const run = getRun(runId);
      await run.cancel();
      await run.returnValue.catch(() => {}); // the cancel takes effect when the workflow has cleaned up
      await deleteRun(runId);
    `,
    see: ['run', 'run_already_ended'],
  },
  run_not_found: {
    sample: { runId: RUN },
    why: `The store that this process uses has no such run: it was started in another store (another
\`WORKFLOW_DATA_DIR\`, another working directory, the \`memory\` World of another process), or it was deleted, or
removed when its retention was over. It is a \`WorkflowRunNotFoundError\`.`,
    wrong: code`
      const status = await getRun(runId).status; // throws when there is none
    `,
    right: code`
      const run = getRun(runId);
      const status = (await run.exists) ? await run.status : null;
    `,
    see: ['run', 'settings'],
  },
  run_id_invalid: {
    sample: { runId: 'order-17' },
    why: `This text cannot be the id of any run, so the store was not asked. The name that \`start()\` was given as
\`id\` is no run id; look such a run up by it.`,
    wrong: code`
      const run = getRun('order-17');
    `,
    right: code`
      const { runs } = await listRuns({ key: 'order-17' });
    `,
    see: ['lists', 'starting'],
  },
  wait_id_invalid: {
    sample: { runId: RUN, id: 'sleep-1' },
    why: `\`wakeUp({ correlationIds })\` ends certain sleeps of this run, by the ids that \`listWaits()\` shows. Ids
of other runs are refused.`,
    wrong: code`
      await getRun(runId).wakeUp({ correlationIds: ['sleep-1'] });
    `,
    right: code`
      const { waits } = await listWaits(runId, { status: 'pending' });
      await getRun(runId).wakeUp({ correlationIds: [waits[0]!.correlationId] });
    `,
    see: ['run', 'lists'],
  },
  stream_index_invalid: {
    sample: { found: '1.5' },
    why: `Chunks of a stream are counted from 0. \`startIndex\` is the first one to read; a negative number counts
from the end, so that -1 is the last one.`,
    wrong: code`
      getRun(runId).getReadable({ startIndex: 1.5 });
    `,
    right: code`
      getRun(runId).getReadable({ startIndex: -1 });
    `,
    see: ['run', 'streams'],
  },
  run_diverged: {
    sample: {
      runId: RUN,
      seq: 5,
      expected: 'a call of the step "step//./workflows/order//reserve"',
      found: 'a call of the step "step//./workflows/order//charge"',
      place: 'order (workflows/order.ts:5:9)',
    },
    why: `A run is replayed with the recorded answers, and its code must ask for the same steps, sleeps and hooks in the same
order as then, and write the same to streams. It did not, so the answers cannot be matched to the questions.

Mostly this is the answer of \`moveTo()\`: the newer code does not fit what the run has done. The run stays with the code that
it has, unharmed. A change that runs under way must not see goes behind \`patched()\`.

A run that goes on with its own code gives it only when that code decides by something that differs on each replay and
that the sandbox could not see. It is then parked with this reason, not failed, and looked at again when other code comes.`,
    wrong: code`
      import { charge, reserve } from './steps.ts';

      export async function order(orderId: string) {
        'use workflow';
        await charge(orderId); // was: reserve first, then charge
        await reserve(orderId);
      }
    `,
    right: code`
      import { patched } from 'workflow';
      import { charge, reserve } from './steps.ts';

      export async function order(orderId: string) {
        'use workflow';
        const chargesFirst = patched('charge-first');
        if (chargesFirst) await charge(orderId);
        await reserve(orderId);
        if (!chargesFirst) await charge(orderId);
      }
    `,
    see: ['changes', 'workflow_code_missing'],
  },
  run_behaviour_newer: {
    sample: { runId: RUN, behaviour: 2, known: 1 },
    why: `A journal says which version of the package's behaviour it was written under, because a replay must follow the same
rules. A newer version of the package wrote this one, so this process cannot replay it. That happens while some processes that
share a store are updated and others are not, and after an update was taken back. Nothing of the run is done here: it is parked
with this reason, and goes on as soon as a process with the newer version takes it. \`fork()\`, \`retry()\` and \`moveTo()\` are refused
for the same reason. Runs of older versions always go on.`,
    see: ['changes', 'run_diverged'],
  },
  workflow_code_missing: {
    sample: { workflowId: 'workflow//./workflows/order//order', buildId: BUILD },
    why: `The build that this process has does not contain the workflow: it was renamed or moved to another file, or
it is part of another application that uses the same store. The id of a workflow is its path and name. The run is
parked and goes on when a build has the workflow.`,
    wrong: {
      'workflows/orders.ts': code`
        // was workflows/order.ts
        export async function order() {
          'use workflow';
        }
      `,
    },
    right: {
      'workflows/order.ts': code`
        export async function order() {
          'use workflow';
        }
      `,
    },
    see: ['changes', 'bundle_missing'],
  },
  bundle_missing: {
    sample: { buildId: BUILD },
    why: `The store keeps the workflow bundle of each build with which runs have begun, so that they go on with their
own code after a deployment. This one is not there, so the store was copied or restored without it; or this process
has no build at all, which the message shows as "current". The run is parked until the bundle is there.`,
    see: ['changes', 'server_build_missing'],
  },
  step_code_missing: {
    sample: { stepName: 'step//./workflows/order//charge' },
    why: `Steps are taken from the newest build, by their id, and the build has none with this id: the step was
renamed, moved or removed while a run still calls it. The run is parked when its other steps have finished, and goes
on when a build has the step. No attempt is counted. Keep the old function, under its old name and path, until no run
calls it any more.`,
    wrong: code`
      export async function chargeCard(orderId: string) {
        'use step'; // was named "charge"
        return orderId;
      }
    `,
    right: code`
      export async function chargeCard(orderId: string) {
        'use step';
        return orderId;
      }

      /** For runs that began before chargeCard() was there. */
      export async function charge(orderId: string) {
        'use step';
        return orderId;
      }
    `,
    see: ['changes'],
  },
  query_option_unknown: {
    sample: {
      call: 'listRuns',
      option: 'state',
      known: 'status, workflow, createdAfter, createdBefore, attributes, key, parent, parked, paused, limit, cursor',
    },
    why: `A misspelled condition that was ignored would give a wider answer than you asked for, and \`bulk()\` would
act on more runs. So names that do not exist are refused.`,
    wrong: code`
      await listRuns({ state: 'failed' });
    `,
    right: code`
      await listRuns({ status: 'failed' });
    `,
    see: ['lists'],
  },
  query_option_invalid: {
    sample: { call: 'listRuns', option: 'limit', expected: 'a whole number from 1 to 1000', found: '0' },
    why: `The option exists and this value cannot be meant. \`undefined\` counts as left out; \`null\` does not.`,
    wrong: code`
      await listRuns({ limit: 0 });
    `,
    right: code`
      await listRuns({ limit: 100 });
    `,
    see: ['lists'],
  },
  query_cursor_invalid: {
    sample: { cursor: 'abc' },
    why: `A cursor is a text without a meaning of its own, that one page gives and the next call of the same list
takes. Those of other lists do not fit, and a number of a page is none.`,
    wrong: code`
      await listSteps(runId, { cursor: 'page-2' });
    `,
    right: code`
      const { cursor } = await listSteps(runId);
      if (cursor) await listSteps(runId, { cursor });
    `,
    see: ['lists', 'world_cursor_invalid'],
  },
} satisfies Partial<Explanations<typeof runtimeError>>;
