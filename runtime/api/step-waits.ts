/** Finds what keeps the steps of a run, or the run itself, from going on at once. */
import { describeEncoded } from '../observe/error-facts.ts';
import type { OpenStep, RunState } from '../journal/run-state.ts';
import type { CallHistory } from '../observe/open-call-history.ts';
import type { OfferRecord, RunRecord } from '../world/world.ts';
import type { Connection } from './connection.ts';
import type { WaitingFor } from './waiting-for.ts';

/** Of a run that is paused, and of its steps. */
export const PAUSED = 'the run is paused';
const PARKED = 'the run is parked';
const NO_TAKER = 'no worker has taken it';

/** An attempt that has been due for less than this is about to begin: it shows in the journal a moment later. */
const MOMENT_MS = 500;

/** Who has to wait, at one moment. */
export interface QueueFacts {
  now: number;
  /** The reason why no worker has the run, and since when; `null`: one has it, or it is not due. */
  worker: { since: number; message: string } | null;
  /** The reason why none of its steps begins; `null`: there is none. */
  held: { since: number; message: string } | null;
  /** Steps that wait for a place here, by call; `null`: the run is not in the hands of this process. */
  here: ReadonlyMap<number, PlaceWait> | null;
  /** Steps that were left to other workers, by call. */
  offers: ReadonlyMap<number, OfferRecord>;
}

interface PlaceWait {
  since: number;
  /** For one of its step, not of the process. */
  isOfStep: boolean;
}

/** Looks who has to wait now. */
export async function readQueueFacts(connection: Connection, run: RunRecord, state: RunState): Promise<QueueFacts> {
  const now = connection.clock.now();
  const hasSteps = state.open.values().some(({ kind }) => kind === 'step');
  const offers = hasSteps ? await connection.world.listOffers(run.runId) : [];
  const worker = await findWorkerWait(connection, run, Math.max(run.dueAt ?? 0, state.lastAt));
  return {
    now,
    worker,
    held: heldBy(run, state) ?? worker,
    here: connection.owns(run.runId) ? placeWaits(connection, run) : null,
    offers: new Map(offers.map((offer) => [offer.call, offer])),
  };
}

function heldBy({ pausedAt, parked }: RunRecord, { lastAt }: RunState): QueueFacts['held'] {
  if (pausedAt !== null) return { since: pausedAt, message: PAUSED };
  return parked ? { since: lastAt, message: PARKED } : null;
}

async function findWorkerWait(
  { clock, world, isFull }: Connection,
  { owner, dueAt, parked, pausedAt }: RunRecord,
  since: number,
): Promise<QueueFacts['worker']> {
  const now = clock.now();
  if (owner !== null || parked !== null || pausedAt !== null || dueAt === null || dueAt > now) return null;
  if (isFull) return { since, message: `${NO_TAKER}: this process works on as many runs as WORKFLOW_BUSY_RUNS says` };
  if (!(await world.hasWorker(now))) return { since, message: `${NO_TAKER}: none is on this store` };
  return now - since < MOMENT_MS ? null : { since, message: NO_TAKER };
}

function placeWaits({ waitingSteps }: Connection, { runId }: RunRecord): Map<number, PlaceWait> {
  const waits = new Map<number, PlaceWait>();
  for (const { step, since, waitsInLane } of waitingSteps)
    if (step.runId === runId) waits.set(step.call, { since, isOfStep: waitsInLane });
  return waits;
}

/** Says what an open step call waits for, all but its place in the source. */
export function toStepWait(step: OpenStep, history: CallHistory, queue: QueueFacts): Omit<WaitingFor, 'at' | 'stepId'> {
  const { name, attempt, retryAt } = step;
  const facts = { stepName: name, attempt, ...toError(history) };
  const offer = queue.offers.get(step.call);
  const isRetry = retryAt > queue.now && !offer?.takenBy;
  if (isRetry) return { kind: 'retry', since: new Date(history.since), until: new Date(retryAt), ...facts };
  const limit = findLimit(step, history, queue);
  if (limit) return { kind: 'limit', since: new Date(limit.since), until: null, ...facts, message: limit.message };
  return { kind: 'step', since: new Date(beganAt(step, history)), until: null, ...facts };
}

const beganAt = ({ retryAt }: OpenStep, { startedAt, since }: CallHistory): number =>
  startedAt ?? Math.max(since, retryAt);

/** The reason why the attempt does not begin; `null`: it runs, or is about to begin. */
function findLimit(step: OpenStep, history: CallHistory, queue: QueueFacts): QueueFacts['held'] {
  const { call, options } = step;
  const { now, held, here, offers, worker } = queue;
  const offer = offers.get(call);
  if (offer?.takenBy) return null;
  // The journal may still have an attempt that was lost with its worker.
  if (history.startedAt !== null && worker === null) return null;
  const dueAt = beganAt(step, { ...history, startedAt: null });
  if (held) return { ...held, since: Math.max(held.since, dueAt) };
  if (offer) return { since: offer.at, message: offer.tag === null ? NO_TAKER : noTakerOf(offer.tag) };
  if (here) {
    const place = here.get(call);
    return place ? { since: place.since, message: place.isOfStep ? ofStep(options.concurrency) : OF_PROCESS } : null;
  }
  return now - dueAt < MOMENT_MS ? null : { since: dueAt, message: ELSEWHERE };
}

const noTakerOf = (tag: string): string => `no worker of the kind "${tag}" has taken it`;
const ofStep = (concurrency: number | undefined): string =>
  `the concurrency of its step${concurrency === undefined ? '' : ` (${concurrency})`}`;
const OF_PROCESS = 'a place in this process, see WORKFLOW_CONCURRENCY';
const ELSEWHERE = 'a place in the process that has the run: the concurrency of its step, or WORKFLOW_CONCURRENCY';

const toError = ({ error }: CallHistory): Pick<WaitingFor, 'error'> =>
  error === null ? {} : { error: describeEncoded(error) };
