/** Runs, events and commits for the tests of Worlds. */
import type { BuildId, RunId, WorkerId, WorkflowId } from '../../runtime/contract/ids.ts';
import type { JournalEvent, RunCreated } from '../../runtime/journal/events.ts';
import type { ClaimedRun, CommitOutcome, NewRun, RunCommit, World } from '../../runtime/world/world.ts';

/** An event without a position in a journal. */
export type EventInput = JournalEvent extends infer Event
  ? Event extends JournalEvent
    ? Omit<Event, 'seq'>
    : never
  : never;

export const toRunId = (n: number): RunId => `wrun_${String(n).padStart(26, '0')}` as RunId;
export const toWorkerId = (name: string): WorkerId => `wkr_${name}` as WorkerId;
export const toWorkflowId = (name: string): WorkflowId => `workflow//app/${name}//${name}` as WorkflowId;
export const toBuildId = (name: string): BuildId => name as BuildId;

/** Numbers events, from `firstSeq` on. */
export const numbered = (firstSeq: number, events: EventInput[]): JournalEvent[] =>
  events.map((event, i) => ({ ...event, seq: firstSeq + i }));

export const ALICE = toWorkerId('ALICE');
export const BOB = toWorkerId('BOB');
export const ORDER = toWorkflowId('order');
export const RUN = toRunId(1);
export const BUILD = toBuildId('b1');
/** The time of everything, unless a test is about time. */
export const NOW = 1_700_000_000_000;
export const LEASE_UNTIL = NOW + 10_000;

/** Optional fields of `run_created`. */
export type CreatedFields = Partial<Omit<RunCreated, 'type' | 'seq' | 'workflowId'>>;

const created = (workflowId = ORDER, fields: CreatedFields = {}): EventInput => ({
  type: 'run_created',
  at: NOW,
  workflowId,
  seed: 'ab'.repeat(32),
  payload: '[[]]',
  ...fields,
});
export const started = (): EventInput => ({ type: 'run_started', at: NOW, buildId: BUILD });
export const completed = (): EventInput => ({ type: 'run_completed', at: NOW + 9, payload: '[42]' });
export const stepCreated = (call: number): EventInput => ({
  type: 'step_created',
  at: NOW,
  call,
  name: 'step//app/order//charge',
  payload: `[{"args":1},[${call}]]`,
});
export const stepCompleted = (call: number, payload = `[${call}]`): EventInput => ({
  type: 'step_completed',
  at: NOW,
  call,
  attempt: 1,
  startedAt: NOW,
  payload,
});
export const hookCreated = (call: number, token: string): EventInput => ({
  type: 'hook_created',
  at: NOW,
  call,
  token,
});
export const hookDisposed = (call: number): EventInput => ({ type: 'hook_disposed', at: NOW, call });

export const continued = (firstCall: number): EventInput => ({
  type: 'run_continued',
  at: NOW,
  payload: '[["next"]]',
  firstCall,
  hooks: [],
  buildId: BUILD,
  startedAt: NOW,
});

export interface RunInput extends Partial<Omit<NewRun, 'events'>> {
  created?: CreatedFields;
  /** After `run_created`. */
  events?: EventInput[];
}

/** A new run: without owner and due, unless `input` says otherwise. */
export const toNewRun = ({ events = [], created: fields, ...input }: RunInput = {}): NewRun => ({
  runId: RUN,
  workflowId: ORDER,
  owner: null,
  dueAt: NOW,
  ...input,
  events: numbered(1, [created(input.workflowId, fields), ...events]),
});

export interface CommitInput extends Partial<Omit<RunCommit, 'events'>> {
  events?: EventInput[];
}

/** A commit by the first owner of a run with one event, unless `input` says otherwise. */
export function toCommit({ events = [], ...input }: CommitInput = {}): RunCommit {
  const afterSeq = input.afterSeq ?? 1;
  const rest = { runId: RUN, epoch: 1, inboxTaken: 0, dueAt: null, release: false, parked: null };
  return { ...rest, ...input, afterSeq, events: numbered(afterSeq + 1, events) };
}

/** Registers the worker Alice and gives her a new run. */
export async function ownRun(world: World, input: RunInput = {}): Promise<NewRun> {
  const run = toNewRun({ owner: ALICE, dueAt: null, ...input });
  await world.joinWorker(ALICE, LEASE_UNTIL);
  const outcome = await world.createRun(run);
  if (!outcome.ok) throw new Error(`run ${run.runId} was refused: ${outcome.reason}`);
  return run;
}

/** Ends a run that Alice got by {@link ownRun} and that has only its first event. */
export const endRun = (world: World, runId = RUN): Promise<CommitOutcome> =>
  world.commit(toCommit({ runId, events: [completed()] }));

export const idsOf = (claimed: readonly ClaimedRun[]): RunId[] => claimed.map(({ run }) => run.runId);
