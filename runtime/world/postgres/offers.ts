/**
 * Steps that owners of runs leave to other workers. Whoever writes an offer, takes it back or ends it holds the row of
 * its run before; who takes offers holds only rows that nobody else has, and so waits for nobody.
 */
import type { RunId, WorkerId } from '../../contract/ids.ts';
import { codeOf, endsAttempt } from '../offers.ts';
import { OFFERS_LISTED, OFFERS_LOOKED_AT, toOfferRecord, toTakenOffer } from '../rows/offer-row.ts';
import type { OfferRow, TakenRow } from '../rows/offer-row.ts';
import type {
  AttemptKey,
  AttemptMessage,
  AttemptNews,
  OfferRecord,
  OfferRequest,
  OwnedCall,
  StepCallKey,
  StepOffer,
  TakenOffer,
} from '../world.ts';
import { deliver, NUMBER, toCells, announce, type Delivered } from './inbox.ts';
import { toRunIdCell } from './run-row.ts';
import type { Session } from './session.ts';

/** The runs of calls, as far as they fit the condition: nobody claims or releases them meanwhile. */
const owned = (condition: string): string => `wanted as materialized (
    select run_id, call, epoch, i from unnest($1::text[], $2::integer[], $3::bigint[])
      with ordinality as w(run_id, call, epoch, i)),
  owned as materialized (
    select id, run_id, epoch from @runs where run_id = any($1) and ${condition} order by id for no key update)`;

const OFFER = `with ${owned('owner is not null')},
  flagged as (update @runs r set has_offers = true from owned where r.id = owned.id and not r.has_offers),
  added as (
    insert into @offers (run, call, attempt, epoch, code, tag, at, facts)
      select owned.id, w.call, o.attempt, w.epoch, o.code, o.tag, o.at, o.facts
      from wanted w join owned on owned.run_id = w.run_id and owned.epoch = w.epoch
      join unnest($4::integer[], $5::text[], $6::text[], $7::bigint[], $8::text[])
        with ordinality as o(attempt, code, tag, at, facts, i) on o.i = w.i
    on conflict (run, call) do nothing returning run, call)
  select owned.run_id, added.call from added join owned on owned.id = added.run`;

/** See `World.offerSteps`. One statement. */
export async function offerSteps(session: Session, offers: readonly StepOffer[]): Promise<StepCallKey[]> {
  const rows = await session.all<CallRow>(OFFER, [
    ...toCallLists(offers),
    offers.map(({ attempt }) => attempt),
    offers.map(({ facts }) => codeOf(facts)),
    offers.map(({ tag }) => tag),
    offers.map(({ at }) => at),
    offers.map(({ facts }) => JSON.stringify(facts)),
  ]);
  if (rows.length > 0) session.publish({ kind: 'offers' });
  const added = new Set(rows.map(({ run_id: runId, call }) => `${runId} ${call}`));
  return offers.filter(({ runId, call }) => !added.has(`${runId} ${call}`)).map(({ runId, call }) => ({ runId, call }));
}

interface CallRow {
  run_id: RunId;
  call: number;
}

const toCallLists = (calls: readonly OwnedCall[]): unknown[] => [
  calls.map(({ runId }) => toRunIdCell(runId)),
  calls.map(({ call }) => call),
  calls.map(({ epoch }) => epoch),
];

const WITHDRAW = `with ${owned('(owner is not null or status > 1)')},
  gone as (
    delete from @offers o using wanted w, owned
    where owned.run_id = w.run_id and owned.epoch = w.epoch and o.run = owned.id and o.call = w.call
      and (o.taken_by is null or $4::boolean)
    returning owned.run_id, o.call, o.taken_by)
  select run_id, call, taken_by from gone`;

/** See `World.withdrawOffers`. One statement. */
export async function withdrawOffers(
  session: Session,
  calls: readonly OwnedCall[],
  which: 'waiting' | 'all',
): Promise<StepCallKey[]> {
  const values = [...toCallLists(calls), which === 'all'];
  const gone = await session.all<CallRow & Pick<OfferRow, 'taken_by'>>(WITHDRAW, values);
  if (gone.some(({ taken_by: takenBy }) => takenBy !== null)) session.publish({ kind: 'offers' });
  return gone.map(({ run_id: runId, call }) => ({ runId, call }));
}

/** Turns go round by workflow, and within one by run. Those that somebody else takes at this moment are passed over. */
const TAKE = `with worker as materialized (select worker_id from @workers where worker_id = $1 for key share),
  free as (
    select o.run, o.call, o.at, r.workflow_id from @offers o join @runs r on r.id = o.run
    where o.taken_by is null and (o.tag is null or o.tag = any($2)) and o.code <> all($3)
      and r.owner is distinct from $1 and exists (select 1 from worker)
    order by o.at, o.run, o.call limit ${OFFERS_LOOKED_AT}),
  of_runs as (select *, row_number() over (partition by run order by at, call) as turn from free),
  of_workflows as (
    select *, row_number() over (partition by workflow_id order by turn, at, run) as nth from of_runs),
  chosen as materialized (select run, call from of_workflows order by nth, at, run, call limit $4),
  found as materialized (
    select run, call from @offers where taken_by is null and (run, call) in (select run, call from chosen)
    for update skip locked),
  taken as (
    update @offers o set taken_by = $1 from found where o.run = found.run and o.call = found.call
    returning o.run, o.call, o.attempt, o.epoch, o.tag, o.at, o.facts, o.taken_by)
  select r.run_id, taken.call, taken.attempt, taken.epoch, taken.tag, taken.at, taken.facts, taken.taken_by,
    r.workflow_id, r.started_at, r.attributes
  from taken join @runs r on r.id = taken.run order by taken.at, taken.run, taken.call`;

/** See `World.takeOffers`. One statement. */
export async function takeOffers(session: Session, workerId: WorkerId, request: OfferRequest): Promise<TakenOffer[]> {
  const values = [workerId, request.tags, request.without, request.limit];
  return (await session.all<TakenRow>(TAKE, values)).map(toTakenOffer);
}

/** Gives back the offers of worker `$1` that are not among the given ones. Returns those of them that it still has. */
const HOLD = `with held as materialized (
    select r.id as run, h.run_id, h.call, h.attempt from unnest($2::text[], $3::integer[], $4::integer[])
      as h(run_id, call, attempt) join @runs r on r.run_id = h.run_id),
  still as materialized (
    select held.* from held join @offers o on o.run = held.run and o.call = held.call
    where o.taken_by = $1 and o.attempt = held.attempt),
  returned as (
    update @offers o set taken_by = null where o.taken_by = $1
      and not exists (select 1 from still where still.run = o.run and still.call = o.call) returning 1)
  select run_id, call, attempt, (select count(*) from returned) as returned from still
  union all select null, null, null, (select count(*) from returned)`;

/** See `World.holdOffers`. One statement. */
export async function holdOffers(
  session: Session,
  workerId: WorkerId,
  held: readonly AttemptKey[],
): Promise<AttemptKey[]> {
  const rows = await session.all<{ run_id: RunId | null; call: number; attempt: number; returned: number }>(HOLD, [
    workerId,
    held.map(({ runId }) => toRunIdCell(runId)),
    held.map(({ call }) => call),
    held.map(({ attempt }) => attempt),
  ]);
  if (rows.some(({ returned }) => returned > 0)) session.publish({ kind: 'offers' });
  return rows.flatMap(({ run_id: runId, call, attempt }) => (runId === null ? [] : [{ runId, call, attempt }]));
}

/** The offer in the hands of the worker, behind the row of its run. */
const HELD = `run as materialized (select id, status from @runs where run_id = $2 for no key update),
  held as materialized (
    select o.run, o.call from @offers o join run on run.id = o.run
    where o.call = $6 and o.attempt = $7 and o.taken_by = $5 for update of o)`;

const numberAndAdd = `found as materialized (select run as id from held),
  numbered as (${NUMBER}),
  added as (insert into @inbox select id, n, $1, $3, $4 from numbered)
  select (select count(*) from held) as held, run_id, n, due_at, owner
    from (select 1) as one left join numbered on true`;

const TELL = `with ${HELD}, ${numberAndAdd}`;
const TELL_END = `with ${HELD},
  ended as (delete from @offers o using held where o.run = held.run and o.call = held.call),
  ${numberAndAdd}`;

/** See `World.tellOwner`. One statement. */
export async function tellOwner(
  session: Session,
  workerId: WorkerId,
  { runId, call, attempt }: AttemptKey,
  { news, at }: { news: AttemptNews; at: number },
): Promise<boolean> {
  const content: AttemptMessage = { type: 'attempt', call, attempt, ...news };
  const [rest, payload] = toCells(content);
  const values = [at, toRunIdCell(runId), rest, payload, workerId, call, attempt];
  const row = (await session.first<Delivered & { held: number }>(endsAttempt(news) ? TELL_END : TELL, values))!;
  if (row.held > 0 && row.n !== null) announce(session, row, content, at);
  return row.held > 0;
}

/** Locks the runs of which these workers own some, or have taken steps: in the order of their numbers. */
export const LOCK_RUNS_OF = `select id from @runs where id in (
    select id from @runs where owner = any($1) union all select run from @offers where taken_by = any($1))
  order by id for update`;

/** The workers are gone: their attempts were cut off. Their runs are locked, see {@link LOCK_RUNS_OF}. */
export async function interruptOf(session: Session, workerIds: readonly string[], at: number): Promise<void> {
  const gone = await session.all<OfferRow>(
    `with gone as (delete from @offers where taken_by = any($1) returning run, call, attempt)
      select r.run_id, gone.call, gone.attempt from gone join @runs r on r.id = gone.run order by gone.run, gone.call`,
    [workerIds],
  );
  for (const { run_id: runId, call, attempt } of gone)
    await deliver(session, runId, { type: 'attempt', call, attempt, news: 'interrupted' }, at);
}

const LIST = `select r.run_id, o.call, o.attempt, o.tag, o.at, o.facts, o.taken_by
  from @offers o join @runs r on r.id = o.run`;

/** See `World.listOffers`. */
export async function listOffers(session: Session, runId: RunId | null): Promise<OfferRecord[]> {
  const rows =
    runId === null
      ? await session.all<OfferRow>(`${LIST} order by o.at, o.run, o.call limit ${OFFERS_LISTED}`)
      : await session.all<OfferRow>(`${LIST} where r.run_id = $1 order by o.call limit ${OFFERS_LISTED}`, [
          toRunIdCell(runId),
        ]);
  return rows.map(toOfferRecord);
}

/** The offers of runs, by run number. */
export async function readOffers(session: Session, runs: readonly number[]): Promise<Map<number, OfferRecord[]>> {
  if (runs.length === 0) return new Map();
  const text = `select o.run, r.run_id, o.call, o.attempt, o.tag, o.at, o.facts, o.taken_by
    from @offers o join @runs r on r.id = o.run where o.run = any($1) order by o.run, o.call`;
  const rows = await session.all<OfferRow & { run: number }>(text, [runs]);
  return new Map([...Map.groupBy(rows, ({ run }) => run)].map(([run, own]) => [run, own.map(toOfferRecord)] as const));
}
