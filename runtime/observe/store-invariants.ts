/** What holds in every sound store, whatever happened to its processes. Only reads. */
import type { RunId } from '../contract/ids.ts';
import { isTerminal, type JournalEvent } from '../journal/events.ts';
import { RunStateMachine, type RunState } from '../journal/run-state.ts';
import type { InboxMessage, RunRecord, World } from '../world/world.ts';
import { findHookProblems, type HookProblem } from './hook-invariants.ts';
import { findStreamProblems, type StreamProblem } from './stream-invariants.ts';

export type StoreProblemCode =
  /** No event, or not numbered from 1 without gaps. */
  | 'journal_gap'
  /** An event that cannot stand where it stands: a second completion, something after the end. */
  | 'journal_illegal'
  /** The time of an event is before that of the event before it. */
  | 'journal_time_back'
  /** An outcome of a step names another attempt than the one that was under way. */
  | 'journal_attempt_wrong'
  /** The record of a run says something else than its journal. */
  | 'record_differs'
  /** A run that has ended is still owned, due, or has messages. */
  | 'ended_run_active'
  /** Nobody has the run, something is to be done, and it is never due. */
  | 'run_never_due'
  /** Messages without their order, or that are in the journal already. */
  | 'inbox_disordered'
  /** The code that the run began with is not in the archive. */
  | 'bundle_missing'
  | HookProblem['code']
  | StreamProblem['code'];

export interface StoreProblem {
  code: StoreProblemCode;
  runId: RunId;
  message: string;
}

/** A run, all of it read at one moment. */
interface RunSnapshot {
  run: RunRecord;
  journal: JournalEvent[];
  inbox: InboxMessage[];
}

type ReportProblem = (code: StoreProblemCode, message: string) => void;

const PAGE = 200;
/** Reads of one run before it is left out because it changes all the time. */
const READS_MAX = 5;

/**
 * Reads the whole store and says what is wrong in it; nothing is changed. May run beside workers: a run that changes while
 * it is read is read again. Resolves to an empty list for a sound store.
 */
export async function checkStore(world: World): Promise<StoreProblem[]> {
  const problems: StoreProblem[] = [];
  let cursor: string | null = null;
  do {
    const page = await world.listRuns({ limit: PAGE, ...(cursor !== null && { cursor }) });
    for (const run of page.runs) problems.push(...(await checkRun(world, run)));
    ({ cursor } = page);
  } while (cursor !== null);
  return problems;
}

async function checkRun(world: World, listed: RunRecord): Promise<StoreProblem[]> {
  const snapshot = await readSnapshot(world, listed);
  if (!snapshot) return [];
  const { run } = snapshot;
  const problems: StoreProblem[] = [];
  const report: ReportProblem = (code, message) => void problems.push({ code, runId: run.runId, message });
  const state = readState(snapshot, report);
  if (state) checkRecord(snapshot, state, report);
  checkInbox(snapshot, report);
  if (run.buildId !== null && !isTerminal(run.status) && !(await world.loadBundle(run.buildId))) {
    report('bundle_missing', `needs the bundle ${run.buildId}, which is not in the archive`);
  }
  const written = { runId: run.runId, journal: snapshot.journal };
  const found = [...(await findHookProblems(world, written)), ...(await findStreamProblems(world, written))];
  for (const { code, message } of found) report(code, message);
  return problems;
}

/** `null`: the run is gone, or never the same for long enough. */
async function readSnapshot(world: World, listed: RunRecord): Promise<RunSnapshot | null> {
  let before: RunRecord | null = listed;
  for (let reads = 0; before && reads < READS_MAX; reads++) {
    const journal = await world.readJournal(before.runId);
    const inbox = await world.readInbox(before.runId);
    const after = await world.readRun(before.runId);
    if (after && JSON.stringify(after) === JSON.stringify(before)) return { run: after, journal, inbox };
    before = after;
  }
  return null;
}

/** The state that the journal tells; `null` when it tells none. */
function readState({ run, journal }: RunSnapshot, report: ReportProblem): RunState | null {
  const gap = journal.findIndex(({ seq }, i) => seq !== i + 1);
  if (journal.length === 0 || gap >= 0) {
    report('journal_gap', journal.length === 0 ? 'has an empty journal' : `misses event ${gap + 1} in its journal`);
    return null;
  }
  const machine = new RunStateMachine(run.runId);
  const { state } = machine;
  for (const event of journal) {
    checkEvent(state, event, report);
    try {
      machine.apply(event);
    } catch (error) {
      report('journal_illegal', (error as Error).message);
      return null;
    }
  }
  return state;
}

function checkEvent(state: RunState, event: JournalEvent, report: ReportProblem): void {
  if (event.at < state.lastAt) report('journal_time_back', `event ${event.seq} is older than the event before it`);
  if (!('attempt' in event)) return;
  const call = state.open.get(event.call);
  if (call?.kind === 'step' && call.attempt !== event.attempt) {
    report('journal_attempt_wrong', `event ${event.seq} is about attempt ${event.attempt}, ${call.attempt} was next`);
  }
}

function checkRecord({ run, journal, inbox }: RunSnapshot, state: RunState, report: ReportProblem): void {
  const { status, workflowId, buildId, startedAt } = state;
  const expected = { status, workflowId, buildId, startedAt, seq: journal.length };
  for (const [name, value] of Object.entries(expected)) {
    const found = run[name as keyof typeof expected];
    if (found !== value) report('record_differs', `has ${name} ${found}, its journal says ${value}`);
  }
  const hasEnded = isTerminal(status);
  if (hasEnded && (run.owner !== null || run.dueAt !== null || inbox.length > 0)) {
    report(
      'ended_run_active',
      `has ended, and is owned by ${run.owner}, due at ${run.dueAt}, with ${inbox.length} messages`,
    );
  }
  if (!hasEnded && run.owner === null && run.dueAt === null && wantsWorker(state, inbox)) {
    report('run_never_due', 'waits for a worker and is due at no time');
  }
}

function wantsWorker(state: RunState, inbox: readonly InboxMessage[]): boolean {
  const { status, cancelRequestedAt, pausedAt, open } = state;
  if (inbox.length > 0 || status === 'pending' || cancelRequestedAt !== null) return true;
  return pausedAt === null && [...open.values()].some(({ kind }) => kind === 'step' || kind === 'wait');
}

function checkInbox({ run, inbox }: RunSnapshot, report: ReportProblem): void {
  for (const [i, { n }] of inbox.entries()) {
    const expected = run.inboxTaken + 1 + i;
    if (n !== expected) {
      report('inbox_disordered', `has message ${n} in its inbox where ${expected} is next`);
      return;
    }
  }
}
