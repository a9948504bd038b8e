/** The operations on the store of this process. No worker runs here, and no step. */
import { checkStore } from '../api/check-store.ts';
import type { Connection } from '../api/connection.ts';
import { resumeHook } from '../api/hooks.ts';
import { listHooks } from '../api/list-hooks.ts';
import { listRuns } from '../api/list-runs.ts';
import { listStreams } from '../api/list-streams.ts';
import { listWaits } from '../api/list-waits.ts';
import { deleteRun, purgeRuns } from '../api/purge.ts';
import { requireRun } from '../api/require-run.ts';
import { Run } from '../api/run.ts';
import { getRuntime } from '../api/runtime.ts';
import { start } from '../api/start.ts';
import { bulkRuns, previewBulk } from './bulk-runs.ts';
import { toHookItem, toWaitItem, toWaitingItem } from './call-items.ts';
import type { Operations, StartAnswer, StartRequest } from './operations.ts';
import { readDetails, readJournal, readStepPage } from './read-journal.ts';
import { readActivity } from './activity.ts';
import { groupErrors } from './error-groups.ts';
import { listWorkflows } from './list-workflows.ts';
import { readStream } from './read-stream.ts';
import { readTime, toConditions } from './run-conditions.ts';
import { toRunItem } from './run-items.ts';
import { readStats, readWorkers } from './store-stats.ts';
import { findWorkflow } from './workflow-names.ts';

/** A store that is missing is not created. */
const connect = (): Promise<Connection> => getRuntime().connect();

/** The object without its fields that are `undefined`. */
const given = <Fields extends object>(fields: Fields): Given<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<Fields>;

type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** See {@link Operations}. */
export const localOperations: Operations = {
  async listWorkflows() {
    const { world } = await connect();
    return { workflows: await listWorkflows(world) };
  },
  async errorGroups(query) {
    const { world } = await connect();
    return await groupErrors(world, query);
  },
  async activity({ minutes }) {
    const { world, clock } = await connect();
    return { buckets: await readActivity(world, { minutes, now: clock.now() }) };
  },
  async listRuns({ limit, cursor, ...query }) {
    const { world } = await connect();
    const page = await listRuns({ ...(await toConditions(world, query)), ...given({ limit, cursor }) });
    return { runs: page.runs.map(toRunItem), cursor: page.cursor };
  },
  readRun: readDetails,
  listSteps: readStepPage,
  async listWaits({ runId, ...page }) {
    const { waits, cursor } = await listWaits(runId, page);
    return { waits: waits.map(toWaitItem), cursor };
  },
  async waitingFor({ runId }) {
    return { waits: (await new Run(runId).waitingFor()).map(toWaitingItem) };
  },
  async listHooks(query) {
    const { hooks, cursor } = await listHooks(query);
    return { hooks: hooks.map(toHookItem), cursor };
  },
  async listStreams({ runId }) {
    const streams = await listStreams(runId);
    return { streams: streams.map(({ namespace = null, ...rest }) => ({ ...rest, namespace })) };
  },
  readStream,
  journal: readJournal,
  start: startRun,
  async cancel({ runId, reason }) {
    await new Run(runId).cancel(given({ reason }));
    return { runId };
  },
  async pause({ runId }) {
    await new Run(runId).pause();
    return { runId };
  },
  async resume({ runId }) {
    await new Run(runId).resume();
    return { runId };
  },
  async wake({ runId, correlationIds }) {
    // An unknown run is told as such, and not as one without sleeps.
    await requireRun(runId);
    const { stoppedCount } = await new Run(runId).wakeUp(given({ correlationIds }));
    return { runId, stopped: stoppedCount };
  },
  async retry({ runId }) {
    return { runId: (await new Run(runId).retry()).runId };
  },
  async fork({ runId, ...options }) {
    return { runId: (await new Run(runId).fork(given(options))).runId };
  },
  async resumeHook({ token, payload, id }) {
    return await resumeHook(token, payload, given({ id }));
  },
  async deleteRun({ runId }) {
    await deleteRun(runId);
    return { runId };
  },
  async purge({ before, status }) {
    return { runs: await purgeRuns({ before: readTime(before), ...(status && { status }) }) };
  },
  async previewBulk(request) {
    return await previewBulk((await connect()).world, request);
  },
  async bulk(request, onProgress) {
    return await bulkRuns((await connect()).world, request, onProgress);
  },
  async stats() {
    const { world, clock } = await connect();
    return await readStats(world, clock);
  },
  async storeParts() {
    return { parts: await (await connect()).world.measureParts() };
  },
  async workers() {
    const { world, clock } = await connect();
    return { workers: await readWorkers(world, clock.now()) };
  },
  async checkStore() {
    return { problems: await checkStore() };
  },
};

async function startRun({ workflow, args = [], key, delay, attributes }: StartRequest): Promise<StartAnswer> {
  const { world, clock } = await connect();
  const workflowId = await findWorkflow(world, workflow);
  const options = given({ id: key, delay, attributes });
  const { runId } = await start({ workflowId }, args as [], options);
  return { runId, workflowName: workflowId, hasWorker: await world.hasWorker(clock.now()) };
}
