/** Steps that owners of runs leave to other workers. */
import type { RunId, WorkerId } from '../../contract/ids.ts';
import { isTerminal } from '../../journal/events.ts';
import { codeOf, endsAttempt } from '../offers.ts';
import type {
  AttemptKey,
  AttemptNews,
  OfferRecord,
  OfferRequest,
  OwnedCall,
  StepCallKey,
  StepOffer,
  TakenOffer,
} from '../world.ts';
import { deliver } from './inbox.ts';
import type { MemoryState } from './memory-state.ts';

/** An offer, and the worker that has it. */
export interface MemoryOffer extends StepOffer {
  takenBy: WorkerId | null;
}

const LISTED_MAX = 1_000;

const keyOf = ({ runId, call }: StepCallKey): string => `${runId} ${call}`;

const isOwned = ({ runs }: MemoryState, { runId, epoch }: OwnedCall): boolean => {
  const record = runs.get(runId)?.record;
  return record !== undefined && record.owner !== null && record.epoch === epoch;
};

/** Nobody else has owned the run before it ended. */
const wasOwned = ({ runs }: MemoryState, { runId, epoch }: OwnedCall): boolean => {
  const record = runs.get(runId)?.record;
  return record !== undefined && isTerminal(record.status) && record.epoch === epoch;
};

/** See {@link World.offerSteps}. */
export function offerSteps(state: MemoryState, offers: readonly StepOffer[]): StepCallKey[] {
  const refused: StepCallKey[] = [];
  for (const offer of offers) {
    const isFree = isOwned(state, offer) && !state.offers.has(keyOf(offer));
    if (isFree) state.offers.set(keyOf(offer), { ...offer, takenBy: null });
    else refused.push({ runId: offer.runId, call: offer.call });
  }
  if (refused.length < offers.length) state.publish({ kind: 'offers' });
  return refused;
}

/** See {@link World.withdrawOffers}. */
export function withdrawOffers(
  state: MemoryState,
  calls: readonly OwnedCall[],
  which: 'waiting' | 'all',
): StepCallKey[] {
  const gone = calls.filter((call) => {
    const offer = state.offers.get(keyOf(call));
    if (!offer || !(isOwned(state, call) || wasOwned(state, call)) || (which === 'waiting' && offer.takenBy !== null))
      return false;
    if (offer.takenBy !== null) state.publish({ kind: 'offers' });
    return state.offers.delete(keyOf(call));
  });
  return gone.map(({ runId, call }) => ({ runId, call }));
}

/** See {@link World.takeOffers}. */
export function takeOffers(state: MemoryState, workerId: WorkerId, request: OfferRequest): TakenOffer[] {
  if (!state.workers.has(workerId)) return [];
  const fit = [...state.offers.values()].filter((offer) => isFor(state, offer, workerId, request));
  return byWorkflowAndRun(fit, state)
    .slice(0, request.limit)
    .map((offer) => {
      offer.takenBy = workerId;
      const { takenBy: _, ...rest } = offer;
      const { workflowId, startedAt, attributes } = state.runs.get(offer.runId)!.record;
      return { ...rest, workflowId, workflowStartedAt: startedAt!, attributes };
    });
}

function isFor(
  { runs }: MemoryState,
  { runId, takenBy, tag, facts }: MemoryOffer,
  workerId: WorkerId,
  { tags, without }: OfferRequest,
): boolean {
  const isElsewhere = runs.get(runId)?.record.owner !== workerId;
  return takenBy === null && isElsewhere && (tag === null || tags.includes(tag)) && !without.includes(codeOf(facts));
}

/** Those of workflows, and of a workflow those of its runs, one after the other. */
function byWorkflowAndRun(offers: MemoryOffer[], { runs }: MemoryState): MemoryOffer[] {
  const byTime = offers.sort((a, b) => a.at - b.at || a.call - b.call);
  const ofRuns = interleaved([...Map.groupBy(byTime, ({ runId }) => runId).values()]);
  return interleaved([...Map.groupBy(ofRuns, ({ runId }) => runs.get(runId)!.record.workflowId).values()]);
}

function interleaved<Item>(lists: readonly Item[][]): Item[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat();
}

const isOf =
  (workerId: WorkerId, { runId, call, attempt }: AttemptKey) =>
  (offer: MemoryOffer | undefined): offer is MemoryOffer =>
    offer?.takenBy === workerId && offer.runId === runId && offer.call === call && offer.attempt === attempt;

/** See {@link World.holdOffers}. */
export function holdOffers(state: MemoryState, workerId: WorkerId, held: readonly AttemptKey[]): AttemptKey[] {
  const still = held.filter((key) => isOf(workerId, key)(state.offers.get(keyOf(key))));
  const keys = new Set(still.map(keyOf));
  for (const offer of state.offers.values()) {
    if (offer.takenBy !== workerId || keys.has(keyOf(offer))) continue;
    offer.takenBy = null;
    state.publish({ kind: 'offers' });
  }
  return still;
}

/** See {@link World.tellOwner}. */
export function tellOwner(
  state: MemoryState,
  workerId: WorkerId,
  key: AttemptKey,
  { news, at }: { news: AttemptNews; at: number },
): boolean {
  if (!isOf(workerId, key)(state.offers.get(keyOf(key)))) return false;
  if (endsAttempt(news)) state.offers.delete(keyOf(key));
  const { runId, call, attempt } = key;
  deliver(state, runId, { type: 'attempt', call, attempt, ...news }, at);
  return true;
}

/** The worker is gone: its attempts were cut off. */
export function interruptOf(state: MemoryState, workerId: WorkerId, at: number): void {
  for (const offer of [...state.offers.values()].sort((a, b) => a.call - b.call))
    if (offer.takenBy === workerId) tellOwner(state, workerId, offer, { news: { news: 'interrupted' }, at });
}

/** Whether the worker has the attempt, and so may write for it. */
export const hasTaken = ({ offers }: MemoryState, workerId: WorkerId, key: AttemptKey): boolean =>
  isOf(workerId, key)(offers.get(keyOf(key)));

/** See {@link World.listOffers}. */
export const listOffers = ({ offers }: MemoryState, runId: RunId | null): OfferRecord[] =>
  [...offers.values()]
    .filter((offer) => runId === null || offer.runId === runId)
    .sort((a, b) => (runId === null ? a.at - b.at : a.call - b.call))
    .slice(0, LISTED_MAX)
    .map(({ runId: of, call, attempt, tag, at, takenBy, facts: { name } }) => ({
      runId: of,
      call,
      attempt,
      name,
      tag,
      at,
      takenBy,
    }));

/** The run is deleted. */
export function forgetOffers({ offers }: MemoryState, runId: RunId): void {
  for (const [key, offer] of offers) if (offer.runId === runId) offers.delete(key);
}
