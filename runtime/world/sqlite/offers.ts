/** Steps that owners of runs leave to other workers. */
import type { RunId, WorkerId } from '../../contract/ids.ts';
import { codeOf, endsAttempt } from '../offers.ts';
import { OFFERS_LISTED, OFFERS_LOOKED_AT, toOfferRecord, toTakenOffer } from '../rows/offer-row.ts';
import type { OfferRow, TakenRow } from '../rows/offer-row.ts';
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
import { hasEnded } from '../rows/run-status.ts';
import { deliver } from './inbox.ts';
import type { RunRow } from './run-row.ts';
import type { Store } from './store.ts';

/** The row of a run at this epoch; nothing if nobody owns it and it goes on. */
function findOwned(store: Store, { runId, epoch }: OwnedCall): Pick<RunRow, 'id' | 'status'> | undefined {
  const text = `SELECT id, status FROM runs WHERE run_id = ? AND (owner IS NOT NULL OR status > 1) AND epoch = ?`;
  return store.first<Pick<RunRow, 'id' | 'status'>>(text, runId, epoch);
}

/** See `World.offerSteps`. */
export function offerSteps(store: Store, offers: readonly StepOffer[]): StepCallKey[] {
  const text = `INSERT INTO offers (run, call, attempt, epoch, code, tag, at, facts) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING`;
  const refused = offers.filter((offer) => {
    const run = findOwned(store, offer);
    if (!run || hasEnded(run)) return true;
    const { call, attempt, epoch, tag, at, facts } = offer;
    return store.run(text, run.id, call, attempt, epoch, codeOf(facts), tag, at, JSON.stringify(facts)).changes === 0;
  });
  if (refused.length < offers.length) store.publish({ kind: 'offers' });
  return refused.map(({ runId, call }) => ({ runId, call }));
}

/** See `World.withdrawOffers`. */
export function withdrawOffers(store: Store, calls: readonly OwnedCall[], which: 'waiting' | 'all'): StepCallKey[] {
  const text = `DELETE FROM offers WHERE run = ? AND call = ? AND (taken_by IS NULL OR ?) RETURNING taken_by`;
  const gone = calls.filter((call) => {
    const run = findOwned(store, call);
    if (!run) return false;
    const row = store.first<Pick<OfferRow, 'taken_by'>>(text, run.id, call.call, which === 'all' ? 1 : 0);
    if (row?.taken_by) store.publish({ kind: 'offers' });
    return row !== undefined;
  });
  return gone.map(({ runId, call }) => ({ runId, call }));
}

/** Offers that a worker may take: those of other workers' runs. */
const FREE = `FROM offers CROSS JOIN runs ON runs.id = offers.run
  WHERE offers.taken_by IS NULL AND (tag IS NULL OR tag IN (SELECT value FROM json_each(?)))
    AND code NOT IN (SELECT value FROM json_each(?))
    AND runs.owner IS NOT (SELECT id FROM workers WHERE worker_id = ?)`;

/** Turns go round by workflow, and within one by run. */
const TAKE = `WITH free AS (SELECT run, call, offers.at AS at, workflow_id ${FREE} ORDER BY offers.at LIMIT ${OFFERS_LOOKED_AT}),
  of_runs AS (SELECT *, row_number() OVER (PARTITION BY run ORDER BY at, call) AS turn FROM free),
  of_workflows AS (SELECT *, row_number() OVER (PARTITION BY workflow_id ORDER BY turn, at, run) AS nth FROM of_runs)
  SELECT run, call FROM of_workflows ORDER BY nth, at, run, call LIMIT ?`;

const read = (...columns: string[]): string =>
  `SELECT runs.run_id, offers.call, offers.attempt, offers.tag, offers.at, offers.facts, offers.taken_by
    ${columns.map((column) => `, ${column}`).join('')} FROM offers JOIN runs ON runs.id = offers.run`;

const READ_TAKEN = `${read('offers.epoch', 'workflow_id', 'started_at', 'attributes')} WHERE run = ? AND call = ?`;

/** Whether {@link takeOffers} would find any. Reads only. */
export const hasOffers = (store: Store, workerId: WorkerId, { tags, without }: OfferRequest): boolean =>
  store.first(`SELECT 1 ${FREE} LIMIT 1`, JSON.stringify(tags), JSON.stringify(without), workerId) !== undefined;

/** See `World.takeOffers`. */
export function takeOffers(store: Store, workerId: WorkerId, request: OfferRequest): TakenOffer[] {
  if (!store.first('SELECT 1 FROM workers WHERE worker_id = ?', workerId)) return [];
  const [tags, without] = [JSON.stringify(request.tags), JSON.stringify(request.without)];
  const found = store.all<{ run: number; call: number }>(TAKE, tags, without, workerId, request.limit);
  return found.map(({ run, call }) => {
    store.run('UPDATE offers SET taken_by = ? WHERE run = ? AND call = ?', workerId, run, call);
    return toTakenOffer(store.first<TakenRow>(READ_TAKEN, run, call)!);
  });
}

/** Whether the worker has the attempt, and so may write for it. */
export const hasTaken = (store: Store, workerId: WorkerId, { runId, call, attempt }: AttemptKey): boolean =>
  store.first(
    `SELECT 1 FROM offers WHERE run = (SELECT id FROM runs WHERE run_id = ?) AND call = ? AND attempt = ? AND taken_by = ?`,
    runId,
    call,
    attempt,
    workerId,
  ) !== undefined;

/** See `World.holdOffers`. */
export function holdOffers(store: Store, workerId: WorkerId, held: readonly AttemptKey[]): AttemptKey[] {
  const still = held.filter((key) => hasTaken(store, workerId, key));
  const keys = JSON.stringify(still.map(({ runId, call }) => `${runId} ${call}`));
  const text = `UPDATE offers SET taken_by = NULL WHERE taken_by = ?
    AND (SELECT run_id FROM runs WHERE id = run) || ' ' || call NOT IN (SELECT value FROM json_each(?))`;
  if (store.run(text, workerId, keys).changes > 0) store.publish({ kind: 'offers' });
  return still;
}

/** See `World.tellOwner`. */
export function tellOwner(store: Store, workerId: WorkerId, key: AttemptKey, news: AttemptNews, at: number): boolean {
  if (!hasTaken(store, workerId, key)) return false;
  const { runId, call, attempt } = key;
  if (endsAttempt(news)) {
    const text = 'DELETE FROM offers WHERE run = (SELECT id FROM runs WHERE run_id = ?) AND call = ?';
    store.run(text, runId, call);
  }
  deliver(store, runId, { type: 'attempt', call, attempt, ...news }, at);
  return true;
}

/** The worker is gone: its attempts were cut off. */
export function interruptOf(store: Store, workerId: string, at: number): void {
  const taken = store.all<OfferRow>(`${read()} WHERE taken_by = ? ORDER BY run, call`, workerId);
  for (const { run_id: runId, call, attempt } of taken)
    tellOwner(store, workerId as WorkerId, { runId, call, attempt }, { news: 'interrupted' }, at);
}

/** See `World.listOffers`. */
export const listOffers = (store: Store, runId: RunId | null): OfferRecord[] =>
  (runId === null
    ? store.all<OfferRow>(`${read()} ORDER BY offers.at LIMIT ${OFFERS_LISTED}`)
    : store.all<OfferRow>(`${read()} WHERE runs.run_id = ? ORDER BY call LIMIT ${OFFERS_LISTED}`, runId)
  ).map(toOfferRecord);

/** The offers of a run by its internal id. */
export const readOffers = (store: Store, run: number): OfferRecord[] =>
  store.all<OfferRow>(`${read()} WHERE run = ? ORDER BY call`, run).map(toOfferRecord);
