/** Runs as seen from outside: how they end, what is asked of them, lists, and code that does not fit. */
import type { runtimeError } from '../contract/runtime-errors.ts';
import { code, type Explanations } from '../contract/explanation.ts';

const BUILD = '9f2c41d07be85a36c1e4f70b2d9a8835';
const RUN = 'wrun_01K8Z6Q4M0V5T3R7N9B2C4D6F8';

/** Errors about runs that exist, or should exist. */
export const runExplanations = {
  run_failed: {
    sample: { runId: RUN, reason: 'The card was declined.' },
    why: `\`returnValue\` rejects with this error (\`WorkflowRunFailedError\`) when the workflow threw an error that it did not
catch. \`cause\` is that error, as an instance of its own class if this process knows the class. A failed run never changes;
\`retry()\` makes a new one. The process in which the run failed logs \`run_failed\` with the error, its stack and the step that has thrown it, and
\`run.summary()\` has the same in \`error\`.`,
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
    why: `The run was cancelled by \`cancel()\`, by its parent, or by a start with \`onConflict: 'replace'\`. Inside the workflow,
everything that it waits for rejects with this error, so that \`catch\` and \`finally\` can clean up. Outside, \`returnValue\`
rejects with it as \`WorkflowRunCancelledError\`. A \`catch\` that is meant for failed steps should rethrow it.`,
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
    why: `The run took longer than the \`timeout\` that \`start()\` was given. The workflow was stopped as by a cancel, had time to
clean up, and failed with this error. The time counts from the first turn and includes sleeps and waits for hooks.`,
    wrong: code`
      const run = await start(approval, [orderId], { timeout: '1h' }); // waits for a person
    `,
    right: code`
      const run = await start(approval, [orderId], { timeout: '7d' });
    `,
    see: ['starting', 'ending', 'step_timed_out'],
  },
  run_journal_full: {
    sample: { runId: RUN, eventsMax: 4_000_000 },
    why: `The journal of a run takes four million events from where it began, or began anew with \`continueAs()\`. Then the run
fails with this error, or is cancelled if it was being cancelled. Long before that its replay becomes slow; the log line
\`journal_long\` warns when a journal has 25,000 events.`,
    wrong: code`
      export async function poll() {
        'use workflow';
        while (true) {
          await check();
          await sleep('1 second');
        }
      }
    `,
    right: code`
      import { continueAs, sleep } from 'workflow';

      export async function poll() {
        'use workflow';
        for (let round = 0; round < 1_000; round++) {
          await check();
          await sleep('1 second');
        }
        return continueAs([]);
      }
    `,
    see: ['ending', 'world_journal_full'],
  },
  run_already_ended: {
    sample: { runId: RUN, status: 'completed' },
    why: `A run that has completed, failed or been cancelled can no longer be cancelled, paused, woken or moved. The error is an
\`EntityConflictError\`. Often it is a harmless race: the run ended just before.`,
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
    why: `Only a run that has ended can be deleted, and only one that failed or was cancelled can be retried. Until then a
worker may be executing it. The error is an \`EntityConflictError\`.`,
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
    why: `The store of this process has no such run. The run was started in another store (another \`WORKFLOW_DATA_DIR\`, another
working directory, the \`memory\` World of another process), it was deleted, or its retention has expired. The error is a
\`WorkflowRunNotFoundError\`.`,
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
    why: `This text does not have the form of a run id, so the store was not asked. The \`id\` that you passed to \`start()\` is not
a run id either; use it to look the run up.`,
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
    why: `\`wakeUp({ correlationIds })\` ends single sleeps of this run, by the ids that \`listWaits()\` shows. Ids of other runs
are refused.`,
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
    why: `Chunks of a stream are counted from 0. \`startIndex\` is the first one to read; a negative number counts from the end,
so -1 is the last one.`,
    wrong: code`
      getRun(runId).getReadable({ startIndex: 1.5 });
    `,
    right: code`
      getRun(runId).getReadable({ startIndex: -1 });
    `,
    see: ['run', 'streams'],
  },
  stream_closed: {
    sample: { runId: RUN, namespace: 'log' },
    why: `A stream of a run is closed for everybody as soon as one of its writers closes it. \`pipeTo()\` closes the stream that
it writes to, unless it is told otherwise.`,
    wrong: code`
      await upload.pipeTo(getRun(runId).getWritable({ namespace: 'log' }));
      await getRun(runId).getWritable({ namespace: 'log' }).getWriter().write('uploaded');
    `,
    right: code`
      await upload.pipeTo(getRun(runId).getWritable({ namespace: 'log' }), { preventClose: true });
      await getRun(runId).getWritable({ namespace: 'log' }).getWriter().write('uploaded');
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
    why: `A replay gives a run its recorded answers again, so its code must ask for the same steps, sleeps and hooks in the same
order, and write the same chunks to streams. It did not, so the answers cannot be matched.

Mostly this is the answer of \`moveTo()\`: the newer code does not fit what the run has done. The run keeps its present code and
is not harmed. Put a change that running runs must not see behind \`patched()\`.

A run gets this error from its own code only when that code depends on something that differs between replays and that the
sandbox does not control. The run is then parked with this reason, not failed, and tried again when other code is deployed.`,
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
  run_replay_stuck: {
    sample: { runId: RUN, seq: 5, limitMs: 10_000 },
    why: `\`run.replay()\` gives the recorded answers to the code of this process, and the code did not wait for the next one: it
calculates for longer than \`WORKFLOW_TURN_LIMIT_MS\`, or has a loop that does not end. The replay was stopped. The run
itself has not changed.`,
    wrong: code`
      import { ship } from './steps.ts';

      export async function order(ids: string[]) {
        'use workflow';
        let open = ids.length;
        while (open > 0) if (ids.length === 0) open -= 1; // it never gets to 0
        await ship(ids);
      }
    `,
    right: code`
      import { ship } from './steps.ts';

      export async function order(ids: string[]) {
        'use workflow';
        await ship(ids);
      }
    `,
    see: ['run_diverged'],
  },
  run_event_unknown: {
    sample: { runId: RUN, seq: 7, type: 'unknown_42', known: 4 },
    why: `A newer version of the package wrote an event of a kind that this version does not have. That happens while some processes
that share a store are updated and others are not, and after an update was taken back. The run is parked with this reason, and
goes on as soon as a process with the newer version takes it; all other runs go on here.`,
    see: ['changes', 'run_behaviour_newer'],
  },
  workflow_code_missing: {
    sample: { workflowId: 'workflow//./workflows/order//order', buildId: BUILD },
    why: `The build of this process does not contain the workflow: it was renamed or moved to another file, or it belongs to
another application that uses the same store. A workflow is identified by its path and name. The run is parked, and continues
when a build has the workflow.`,
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
  workflow_code_differs: {
    sample: {
      workflowId: 'workflow//./workflows/order//order',
      own: 'workflows/order.ts:3',
      found: 'workflows/order.ts:4',
      misfit: { kind: 'parameters', given: [{ name: 'id' }], taken: [{ name: 'id' }, { name: 'currency' }] },
    },
    why: `\`run.moveTo()\` was to move a run to a build whose workflow has parameters of other names or places, or needs more
of them. The arguments that the run was started with would mean something else there. The run stays with its own code.`,
    wrong: code`
      // The run was started with an id.
      export async function order(id: string, currency: string) {
        'use workflow';
        return [id, currency];
      }
    `,
    right: code`
      export async function order(id: string, currency = 'EUR') {
        'use workflow';
        return [id, currency];
      }
    `,
    see: ['changes', 'step_code_differs'],
  },
  bundle_missing: {
    sample: { buildId: BUILD },
    why: `The store keeps the workflow code of each build with which runs have started, so that runs continue with their own
code after a deployment. This build is missing: the store was copied or restored without it, or this process has no build at
all, which the message shows as "current". The run is parked until the code is there.`,
    see: ['changes', 'server_build_missing'],
  },
  step_code_missing: {
    sample: { stepName: 'step//./workflows/order//charge' },
    why: `Steps come from the newest build, by path and name, and this build has no such step: it was renamed, moved or removed
while a run still calls it. The run is parked when its other steps have finished, and continues when a build has the step. No
attempt is counted. Keep the old function under its old name and path until no run calls it any more.`,
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
  step_code_differs: {
    sample: {
      stepName: 'step//./workflows/order//order/charge',
      own: 'workflows/order.ts:4',
      found: 'workflows/order.ts:5',
      misfit: { kind: 'captures', missing: ['cents'] },
    },
    why: `Steps come from the newest build. This build has a step of the id that the run calls, but it cannot answer the call:
- The step uses a variable of the code around it that the run's own code does not send.
- Its parameters have other names or places, or it needs more of them.
- It reads a field that calls of the run do not give, or of another type; or an enum has other values. Builds of projects
with TypeScript know.
- It gives less than the run's own code expects.
- Its id is a matter of order (functions of one name, or of none, are numbered in the order of the source), and the text of
the function under this id is another one. A function whose text is the same is also found under another number.
- Another step of the file had its text before, and that one has another text now.

The run is parked, and continues when a build comes whose step fits. \`workflow check --against\` tells before a deployment
which runs it would park.`,
    wrong: code`
      export async function order(cents: number) {
        'use workflow';
        const charge = async () => {
          'use step'; // the variable was named "amount"
          return cents;
        };
        return await charge();
      }
    `,
    right: code`
      export async function order(amount: number) {
        'use workflow';
        const charge = async () => {
          'use step';
          const cents = amount;
          return cents;
        };
        return await charge();
      }
    `,
    see: ['changes', 'compile_function_namesake'],
  },
  option_unknown: {
    sample: {
      call: 'listRuns',
      option: 'state',
      known: 'status, workflow, createdAfter, createdBefore, attributes, key, parent, parked, paused, limit, cursor',
    },
    why: `If a misspelled name were ignored, the call would do more than you asked for: a list would include other runs, \`bulk()\`
would act on them, and \`wakeUp()\` would end all sleeps. So unknown names are refused, and nothing is done.`,
    wrong: code`
      await listRuns({ state: 'failed' });
    `,
    right: code`
      await listRuns({ status: 'failed' });
    `,
    see: ['lists'],
  },
  option_invalid: {
    sample: { call: 'listRuns', option: 'limit', expected: 'a whole number from 1 to 1000', found: '0' },
    why: `The option exists, but this value is not valid. \`undefined\` counts as left out; \`null\` does not.`,
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
    why: `A cursor is an opaque text that comes with one page and selects the next page of the same list. Cursors of other lists
and page numbers are refused.`,
    wrong: code`
      await listSteps(runId, { cursor: 'page-2' });
    `,
    right: code`
      const { cursor } = await listSteps(runId);
      if (cursor) await listSteps(runId, { cursor });
    `,
    see: ['lists', 'world_cursor_invalid'],
  },
  query_workflow_unknown: {
    sample: { name: 'ordr', hint: 'did you mean "order"?' },
    why: `Commands such as \`workflow runs\` take the short name of a workflow, and look for it among the workflows of which
the store has runs. A workflow that never ran is only known by its whole id.`,
    wrong: { sh: 'workflow runs --workflow ordr' },
    right: { sh: 'workflow runs --workflow order' },
    see: ['program', 'query_workflow_ambiguous'],
  },
  query_workflow_ambiguous: {
    sample: { name: 'order', ids: 'workflow//./shop//order, workflow//./support//order' },
    why: `Two files have a workflow of this name. A command that took either of them might act on runs that you did not mean.`,
    wrong: { sh: 'workflow cancel --workflow order' },
    right: { sh: 'workflow cancel --workflow workflow//./shop//order' },
    see: ['program', 'query_workflow_unknown'],
  },
  query_time_invalid: {
    sample: { found: 'yesterday' },
    why: `Requests to a store name times in the form of ISO 8601. The command line also takes lengths of time such as \`2h\`,
and makes times of them.`,
    wrong: { sh: 'workflow runs --since yesterday' },
    right: { sh: 'workflow runs --since 1d' },
    see: ['program', 'lists'],
  },
} satisfies Partial<Explanations<typeof runtimeError>>;
