/** `getWorld().events`: the journals of runs. */
import { parseStepId } from '../contract/ids.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import type { EventType, Payload } from '../journal/events.ts';
import { describeJournal, type JournalFacts, type JournalRecord } from '../observe/journal-entry.ts';
import { anyText, LIMIT_DEFAULT, oneOf, readOptions, runIdText } from '../values/read-options.ts';
import type { World } from '../world/world.ts';
import { toSeq } from './list-calls.ts';
import { readStoredOf } from './read-stored.ts';
import { requireRun } from './require-run.ts';
import { Run } from './run.ts';
import { SealedValue } from './sealed-value.ts';
import {
  type CheckedListOptions,
  pagination,
  type ReadOptions,
  resolveData,
  toWorldPage,
  type WorldListOptions,
  type WorldPage,
} from './world-page.ts';
import { worldRuns, type WorldRun } from './world-runs.ts';

/** An event of a run. Its secrets stay out: the seed of its randomness, and the tokens of hooks. */
export interface WorldEvent {
  eventId: string;
  runId: string;
  eventType: EventType;
  createdAt: Date;
  /** The step call, sleep, hook or child run that it belongs to; `undefined`: the run itself. */
  correlationId: string | undefined;
  /**
   * Facts that depend on the type. Values are sealed: `input`, `output`, `result`, `payload`, `metadata`, `error`, of
   * other types `value`.
   */
  eventData: Record<string, unknown>;
}

/** The journals of runs. */
export interface WorldEvents {
  /** In their order. @throws `run_id_invalid`, `WorkflowRunNotFoundError`, `option_unknown`, `option_invalid`. */
  list(options: WorldListOptions & { runId: string }): Promise<WorldPage<WorldEvent>>;
  /** Those of one step call, sleep, hook or child run, by its id. @throws As {@link list} does. */
  listByCorrelationId(options: WorldListOptions & { correlationId: string }): Promise<WorldPage<WorldEvent>>;
  /** @throws `entry_not_found`, and as {@link list} does. */
  get(runId: string, eventId: string, options?: ReadOptions): Promise<WorldEvent>;
  /**
   * Cancels a run, as `Run.cancel()` does. The other changes of runs have functions of their own.
   * @returns The run after the request was stored. It ends once its code has cleaned up.
   * @throws `EntityConflictError` when it has already ended; `option_unknown`, `option_invalid`.
   */
  create(runId: string, event: { eventType: 'run_cancelled' }): Promise<{ run: WorldRun }>;
}

const listOptions = { pagination, resolveData };

/** See {@link WorldEvents}. */
export const worldEvents: WorldEvents = {
  async list(options) {
    const { runId, ...rest } = readOptions('events.list', options, { ...listOptions, runId: runIdText });
    return await listEvents(runId ?? options.runId, rest, () => true);
  },
  async listByCorrelationId(options) {
    const table = { ...listOptions, correlationId: anyText };
    const { correlationId = '', ...rest } = readOptions('events.listByCorrelationId', options, table);
    const runId = parseStepId(correlationId)?.runId ?? correlationId;
    return await listEvents(runId, rest, (event) => event.correlationId === correlationId);
  },
  async get(runId, eventId, options = {}) {
    const { resolveData: wanted } = readOptions('events.get', options, { resolveData });
    const page = { pagination: { limit: 1 }, ...(wanted && { resolveData: wanted }) };
    const { data } = await listEvents(runId, page, ({ seq }) => toEventId(runId, seq) === eventId);
    if (!data[0]) throw runtimeError('entry_not_found', { kind: 'event', id: eventId });
    return data[0];
  },
  async create(runId, event) {
    readOptions('events.create', event, { eventType: oneOf(['run_cancelled']) });
    await new Run(runId).cancel();
    return { run: await worldRuns.get(runId, { resolveData: 'none' }) };
  },
};

async function listEvents(
  runId: string,
  { pagination: page = {}, resolveData: wanted = 'all' }: CheckedListOptions,
  isWanted: (event: JournalFacts) => boolean,
): Promise<WorldPage<WorldEvent>> {
  const { limit = LIMIT_DEFAULT, cursor } = page;
  const { world, run } = await requireRun(runId);
  // All of them: the names of steps stand in the events that began them.
  const records = describeJournal(run.runId, await world.readJournal(run.runId));
  const rest = records.filter(({ facts }) => facts.seq > toSeq(cursor) && isWanted(facts));
  const shown = rest.slice(0, limit);
  const data = await Promise.all(shown.map((record) => toWorldEvent(runId, record, wanted === 'all' ? world : null)));
  return toWorldPage(data, rest.length > limit ? String(shown.at(-1)!.facts.seq) : null);
}

/** @param world Where the values are; `null`: they are left out. */
async function toWorldEvent(
  runId: string,
  { facts, payload }: JournalRecord,
  world: World | null,
): Promise<WorldEvent> {
  const { seq, type, at, correlationId, stepName, details } = facts;
  return {
    eventId: toEventId(runId, seq),
    runId,
    eventType: type,
    createdAt: at,
    correlationId: correlationId ?? undefined,
    eventData: {
      ...details,
      ...(stepName !== null && { stepName }),
      ...(payload !== null && world && { [VALUE_NAMES[type] ?? 'value']: await seal(payload, world) }),
    },
  };
}

const seal = async (payload: Payload, world: World): Promise<SealedValue> =>
  new SealedValue(payload, { readStored: await readStoredOf(world, [payload]) });

const toEventId = (runId: string, seq: number): string => `evnt_${runId.slice('wrun_'.length)}_${seq}`;

const VALUE_NAMES: Partial<Record<EventType, string>> = {
  run_created: 'input',
  run_continued: 'input',
  run_completed: 'output',
  run_failed: 'error',
  step_created: 'input',
  step_completed: 'result',
  step_failed: 'error',
  step_retrying: 'error',
  hook_created: 'metadata',
  hook_received: 'payload',
  child_created: 'input',
  child_completed: 'result',
  child_failed: 'error',
};
