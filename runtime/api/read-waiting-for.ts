/** Finds out what a run waits for, and where in its source. */
import { toStepId, type RunId } from '../contract/ids.ts';
import { WorkflowRunNotFoundError } from '../contract/run-errors.ts';
import { RecordedRun, type RunReplay } from '../engine/replay-run.ts';
import { isTerminal } from '../journal/events.ts';
import type { OpenCall, RunState } from '../journal/run-state.ts';
import { OpenCallHistory } from '../observe/open-call-history.ts';
import type { RunRecord } from '../world/world.ts';
import type { Connection } from './connection.ts';
import { PAUSED, readQueueFacts, toStepWait, type QueueFacts } from './step-waits.ts';
import type { WaitingFor } from './waiting-for.ts';

/** A run that begins anew over and over is just working. */
const TRIES_MAX = 5;

/**
 * Lists what a run waits for: nothing for one that has ended. Calls come in their order.
 * @throws `WorkflowRunNotFoundError`, `run_behaviour_newer`, `run_event_unknown`.
 */
export async function readWaitingFor(connection: Connection, runId: RunId): Promise<WaitingFor[]> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const run = await connection.world.readRun(runId);
    if (!run) throw new WorkflowRunNotFoundError(runId);
    if (isTerminal(run.status)) return [];
    const history = new OpenCallHistory();
    const recorded = await RecordedRun.read(connection, run, (event, state) => history.follow(event, state));
    if (!recorded) continue;
    try {
      const replay = run.status === 'running' ? await recorded.replay('own') : null;
      return await describe({ connection, run, state: recorded.state, history, replay });
    } finally {
      recorded.end();
    }
  }
  return [];
}

interface RunAtRest {
  connection: Connection;
  run: RunRecord;
  state: RunState;
  history: OpenCallHistory;
  /** `null`: the code has not begun. */
  replay: RunReplay | null;
}

async function describe({ connection, run, state, history, replay }: RunAtRest): Promise<WaitingFor[]> {
  const queue = await readQueueFacts(connection, run, state);
  const waits = waitsOfRun(run, state, queue);
  const replayed = replay?.kind === 'fits' ? replay.openCalls : [];
  const found = new Map(replayed.map((one) => [one.call.call, one]));
  let awaited = 0;
  for (const call of state.open.values()) {
    const { at = null, isAwaited = true } = found.get(call.call) ?? {};
    // A hook that another run has got nothing any more, and one that nobody waits for may stay open.
    if (!isAwaited || (call.kind === 'hook' && call.conflicted)) continue;
    awaited += 1;
    waits.push({ ...toWait(call, { runId: run.runId, history, queue }), at });
  }
  const isStuck = awaited === 0 && state.status === 'running' && run.parked === null;
  if (isStuck) waits.push({ kind: 'promise', since: new Date(state.lastAt), until: null, at: null });
  return waits;
}

/** Waits of the run as a whole. */
function waitsOfRun(run: RunRecord, state: RunState, { now, worker }: QueueFacts): WaitingFor[] {
  const { parked, pausedAt, dueAt } = run;
  if (parked) {
    const { code, message, retryMs } = parked;
    const triedAt = Math.max(state.lastAt, (dueAt ?? now) - retryMs);
    const until = dueAt !== null && dueAt > now ? new Date(dueAt) : null;
    return [{ kind: 'code', since: new Date(triedAt), until, code, message, at: null }];
  }
  if (pausedAt !== null) return [limit(pausedAt, PAUSED)];
  if (state.status === 'pending' && state.startAt > now)
    return [{ kind: 'sleep', since: new Date(run.createdAt), until: new Date(state.startAt), at: null }];
  return worker ? [limit(worker.since, worker.message)] : [];
}

const limit = (since: number, message: string): WaitingFor => ({
  kind: 'limit',
  since: new Date(since),
  until: null,
  message,
  at: null,
});

interface CallFacts {
  runId: RunId;
  history: OpenCallHistory;
  queue: QueueFacts;
}

function toWait(call: OpenCall, { runId, history, queue }: CallFacts): Omit<WaitingFor, 'at'> {
  const known = history.of(call.call);
  const id = toStepId(runId, call.call);
  if (call.kind === 'step') return { ...toStepWait(call, known, queue), stepId: id };
  const waits = { since: new Date(known.since), until: null, correlationId: id };
  if (call.kind === 'wait') return { kind: 'sleep', ...waits, until: new Date(call.dueAt) };
  if (call.kind === 'hook') return { kind: 'hook', ...waits, token: call.token };
  return { kind: 'child', ...waits, runId: call.childId };
}
