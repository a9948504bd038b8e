/** Checks that hold for every sound store, whatever happened to its processes. Only reads. */
import type { RunId } from '../contract/ids.ts';
import { isTerminal, type JournalEvent } from '../journal/events.ts';
import { RunStateMachine, type RunState } from '../journal/run-state.ts';
import type { InboxMessage, RunRecord, World } from '../world/world.ts';
import { findHookProblems, type HookProblem } from './hook-invariants.ts';
import { findStreamProblems, type StreamProblem } from './stream-invariants.ts';

/** The kinds of problems. */
export type StoreProblemCode =
  /**
   * The journal has no event, or its events are not numbered from 1 without gaps, apart from those that its run dropped
   * when it began anew.
   */
  | 'journal_gap'
  /** An event is impossible at its position, such as a second completion or an event after the end. */
  | 'journal_illegal'
  /** An event is older than the event before it. */
  | 'journal_time_back'
  /** An outcome of a step names another attempt than the current one. */
  | 'journal_attempt_wrong'
  /** The record of a run differs from its journal. */
  | 'record_differs'
  /** A run that has ended still has an owner, a due time, or messages. */
  | 'ended_run_active'
  /** A run without owner has something to do but is never due. */
  | 'run_never_due'
  /** Messages are out of order, or are already in the journal. */
  | 'inbox_disordered'
  /** The code of the run is not in the archive. */
  | 'bundle_missing'
  | HookProblem['code']
  | StreamProblem['code'];

/** One thing that is wrong in a store. */
export interface StoreProblem {
  code: StoreProblemCode;
  runId: RunId;
  message: string;
}

/** A run with all its data, read at one moment. */
interface RunSnapshot {
  run: RunRecord;
  journal: JournalEvent[];
  inbox: InboxMessage[];
}

type ReportProblem = (code: StoreProblemCode, message: string) => void;

const PAGE = 200;
/** A run that keeps changing is skipped after this many reads. */
const READS_MAX = 5;

/**
 * Checks the whole store and changes nothing. It can run beside workers: a run that changes during the read is read
 * again. Resolves to an empty list for a sound store.
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

/** Reads a run; `null` when it is gone, or keeps changing. */
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

/** The state that the journal leads to; `null` when the journal is broken. */
function readState({ run, journal }: RunSnapshot, report: ReportProblem): RunState | null {
  const missing = findMissing(run, journal);
  if (journal.length === 0 || missing !== null) {
    report('journal_gap', missing === null ? 'has an empty journal' : `lacks event ${missing} in its journal`);
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

/** Seq of the first event that a journal lacks; `null`: none. */
function findMissing({ baseSeq }: RunRecord, journal: readonly JournalEvent[]): number | null {
  let next = 1;
  for (const { seq } of journal) {
    if (seq !== next) return next;
    next = seq === 1 ? Math.max(2, baseSeq) : seq + 1;
  }
  return null;
}

function checkEvent(state: RunState, event: JournalEvent, report: ReportProblem): void {
  if (event.at < state.lastAt) report('journal_time_back', `event ${event.seq} is older than the event before it`);
  if (!('attempt' in event)) return;
  const call = state.open.get(event.call);
  if (call?.kind === 'step' && call.attempt !== event.attempt) {
    report('journal_attempt_wrong', `event ${event.seq} is about attempt ${event.attempt}, ${call.attempt} was next`);
  }
}

function checkRecord({ run, inbox }: RunSnapshot, state: RunState, report: ReportProblem): void {
  const { status, workflowId, buildId, startedAt } = state;
  const expected = { status, workflowId, buildId, startedAt, seq: state.seq };
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
    report('run_never_due', 'needs a worker but is never due');
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
