/** All that `workflow show` tells about one run. */
import type {
  HookItem,
  Operations,
  RunDetails,
  RunItem,
  StepItem,
  StreamItem,
  WaitItem,
  WaitingItem,
} from '../../runtime/entries/operations.ts';

/** One run with what belongs to it. */
export interface RunReport {
  run: RunDetails;
  waitingFor: WaitingItem[];
  steps: StepItem[];
  waits: WaitItem[];
  hooks: HookItem[];
  /** The newest first. */
  children: RunItem[];
  streams: StreamItem[];
}

/** Entries that each request reads. */
const PAGE = 1_000;

/** Reads it, one part after the other. @throws `run_id_invalid`, `WorkflowRunNotFoundError`. */
export async function readReport(
  operations: Operations,
  request: { runId: string; values: boolean },
): Promise<RunReport> {
  const { runId } = request;
  const page = { limit: PAGE };
  return {
    run: await operations.readRun(request),
    waitingFor: (await operations.waitingFor({ runId })).waits,
    steps: await readAll((cursor) =>
      operations.listSteps({ ...request, ...page, ...cursor }).then(({ steps, cursor: next }) => [steps, next]),
    ),
    waits: await readAll((cursor) =>
      operations.listWaits({ runId, ...page, ...cursor }).then(({ waits, cursor: next }) => [waits, next]),
    ),
    hooks: await readAll((cursor) =>
      operations.listHooks({ runId, ...page, ...cursor }).then(({ hooks, cursor: next }) => [hooks, next]),
    ),
    children: await readAll((cursor) =>
      operations.listRuns({ parent: runId, ...page, ...cursor }).then(({ runs, cursor: next }) => [runs, next]),
    ),
    streams: (await operations.listStreams({ runId })).streams,
  };
}

async function readAll<Item>(
  read: (cursor: { cursor?: string }) => Promise<[items: Item[], next: string | null]>,
): Promise<Item[]> {
  const all: Item[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const [items, next] = await read(cursor === undefined ? {} : { cursor });
    all.push(...items);
    cursor = next;
  }
  return all;
}
