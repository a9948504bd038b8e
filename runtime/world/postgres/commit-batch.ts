/** Commits of many runs as one statement: those that change only their run, its journal, its inbox and its hooks. */
import { projectCommit, type CommitProjection } from '../../journal/projection.ts';
import { toStatusCode } from '../rows/run-status.ts';
import type { CommitOutcome, RunCommit } from '../world.ts';
import { keptEvents, toCells, toColumnLists } from './events.ts';
import { mayCloseHooks } from './hooks.ts';
import { publishRun } from './new-run.ts';
import type { Session } from './session.ts';
import { toTextCell } from './text-cell.ts';

/** A commit and the facts of its events. */
export interface PlainCommit {
  commit: RunCommit;
  projection: CommitProjection;
}

/** The commit for a batch; `null`: it does more than a batch can. */
export function toPlainCommit(commit: RunCommit): PlainCommit | null {
  const { events, appends = [], outbox } = commit;
  const projection = projectCommit(events);
  const isPlain = !outbox && appends.length === 0 && projection.attributes === null && projection.baseSeq === null;
  return isPlain ? { commit, projection } : null;
}

/** Takes the runs in the order of their numbers, as all do who take several. */
const LOCK = `locked as materialized (
    select r.id, r.inbox_last as last_before, r.inbox_taken as taken_before, i.*,
      coalesce(i.status, 0) > 1 as ends,
      greatest(i.taken, r.inbox_taken) as taken_now,
      greatest(r.inbox_last, i.taken) as last_now
    from @runs r join input i on i.run_id = r.run_id
    where r.epoch = i.epoch and r.seq = i.after_seq and r.owner is not null
      and (i.accepted = 0 or r.inbox_last + i.accepted = i.taken)`;

const INPUT = `input as materialized (
    select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[],
      $8::smallint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::boolean[], $13::text[], $14::boolean[],
      $15::bigint[]) with ordinality as t(run_id, epoch, after_seq, added, taken, accepted, build_id, status,
      started_at, completed_at, wanted_at, releases, parked, pauses, paused_at, i))`;

const WRITE = `next as materialized (
    select *, case when ends then null when last_now > taken_now and parked is null then 0 else wanted_at end as wake_at
    from locked),
  changed as (
    update @runs r set
      build_id = coalesce(n.build_id, r.build_id),
      status = coalesce(n.status, r.status),
      started_at = coalesce(n.started_at, r.started_at),
      completed_at = n.completed_at,
      seq = r.seq + n.added,
      owner = case when n.ends or n.releases then null else r.owner end,
      wake_at = n.wake_at,
      due_at = case when n.releases then n.wake_at end,
      inbox_last = n.last_now,
      inbox_taken = n.taken_now,
      parked = n.parked,
      paused_at = case when n.pauses then n.paused_at else r.paused_at end,
      expires_at = case when n.ends then n.completed_at + r.retention_ms end,
      abandoned = 0
    from next n where r.id = n.id
    returning n.i, r.run_id, r.status, r.due_at),
  added as (
    insert into @events select n.id, e.seq, e.at, e.type, e.call, e.attempt, e.time, e.name, e.payload, e.more
    from unnest($16::integer[], $17::bigint[], $18::bigint[], $19::smallint[], $20::integer[], $21::integer[],
      $22::bigint[], $23::text[], $24::text[], $25::text[])
      as e(i, seq, at, type, call, attempt, time, name, payload, more) join next n on n.i = e.i),
  taken as (
    delete from @inbox m using next n where n.last_before > n.taken_before
      and m.run = n.id and m.n <= case when n.ends then n.last_before else n.taken_now end)`;

const RESULT = 'select i, run_id, status, due_at from changed';

const PLAIN = `with ${INPUT}, ${LOCK} order by r.id for update of r), ${WRITE} ${RESULT}`;

/** Hooks are taken before their runs, see `hooks.ts`. */
const WITH_HOOKS = `with ${INPUT},
  closing as materialized (select i, call, if_once from unnest($26::integer[], $27::integer[], $28::boolean[])
    as c(i, call, if_once)),
  held as materialized (
    select h.token from @hooks h join @runs r on r.id = h.run join input i on i.run_id = r.run_id
    where i.i in (select closing.i from closing) order by h.token for update of h),
  ${LOCK} and (select count(*) from held) >= 0 order by r.id for update of r),
  ${WRITE},
  closed as (
    delete from @hooks h using next n, closing c where c.i = n.i and h.run = n.id
      and (c.call is null or h.call = c.call) and (h.once or not c.if_once)),
  opened as (
    insert into @hooks select o.token, n.id, o.call, o.at, o.webhook, o.metadata, o.once
    from unnest($29::integer[], $30::text[], $31::integer[], $32::bigint[], $33::text[], $34::text[], $35::boolean[])
      as o(i, token, call, at, webhook, metadata, once) join next n on n.i = o.i order by o.token),
  ended as (update @streams s set closed = true from next n where n.ends and s.run = n.id and not s.closed)
  ${RESULT}`;

interface ChangedRow {
  i: number;
  run_id: RunCommit['runId'];
  status: number;
  due_at: number | null;
}

/**
 * Carries out commits of different runs. A commit whose conditions do not hold changes nothing.
 * @throws a duplicate key when somebody else has a token that one of them wants.
 */
export async function commitTogether(session: Session, commits: readonly PlainCommit[]): Promise<CommitOutcome[]> {
  const values = [...toRunLists(commits), ...toEventLists(commits)];
  const hasHooks = commits.some(
    ({ commit: { accepts = [] }, projection }) =>
      mayCloseHooks(projection, accepts) || projection.openedHooks.length > 0,
  );
  const rows = hasHooks
    ? await session.all<ChangedRow>(WITH_HOOKS, [...values, ...toClosingLists(commits), ...toOpeningLists(commits)])
    : await session.all<ChangedRow>(PLAIN, values);
  const outcomes: CommitOutcome[] = commits.map(() => ({ ok: false, reason: 'fenced' }));
  for (const row of rows) {
    outcomes[row.i - 1] = { ok: true };
    publishRun(session, row);
  }
  return outcomes;
}

/** A list for each column of `input`. */
function toRunLists(commits: readonly PlainCommit[]): unknown[][] {
  const list = (pick: (one: PlainCommit) => unknown): unknown[] => commits.map(pick);
  return [
    list(({ commit }) => commit.runId),
    list(({ commit }) => commit.epoch),
    list(({ commit }) => commit.afterSeq),
    list(({ commit }) => commit.events.length),
    list(({ commit }) => commit.inboxTaken),
    list(({ commit }) => commit.accepts?.length ?? 0),
    list(({ projection }) => projection.buildId),
    list(({ projection: { status } }) => status && toStatusCode(status)),
    list(({ projection }) => projection.startedAt),
    list(({ projection }) => projection.completedAt),
    list(({ commit }) => commit.dueAt),
    list(({ commit }) => commit.release),
    list(({ commit }) => commit.parked && JSON.stringify(commit.parked)),
    list(({ projection }) => projection.pause !== null),
    list(({ projection }) => projection.pause?.at ?? null),
  ];
}

function toEventLists(commits: readonly PlainCommit[]): unknown[][] {
  const numbers: number[] = [];
  const seqs: number[] = [];
  const cells: ReturnType<typeof toCells>[] = [];
  for (const [i, { commit }] of commits.entries()) {
    for (const event of keptEvents({ run_id: commit.runId, base_seq: 0 }, commit.events)) {
      numbers.push(i + 1);
      seqs.push(event.seq);
      cells.push(toCells(event));
    }
  }
  return [numbers, seqs, ...toColumnLists(cells)];
}

/** The hooks that commits close: number of the commit, call (`null`: all), whether only a hook for one payload. */
function toClosingLists(commits: readonly PlainCommit[]): unknown[][] {
  const rows = commits.flatMap(({ commit: { accepts = [] }, projection: { closedHooks } }, index) => {
    const i = index + 1;
    const closed = closedHooks === 'all' ? [[i, null, false]] : closedHooks.map((call) => [i, call, false]);
    return [...closed, ...accepts.map((call) => [i, call, true])];
  });
  return [0, 1, 2].map((column) => rows.map((row) => row[column]));
}

function toOpeningLists(commits: readonly PlainCommit[]): unknown[][] {
  const rows = commits.flatMap(({ projection }, index) =>
    projection.openedHooks.map(({ token, call, at, webhook, payload = null, once = false }) => {
      const settings = webhook === undefined ? null : JSON.stringify(webhook);
      return [index + 1, toTextCell(token), call, at, settings, payload, once];
    }),
  );
  return [0, 1, 2, 3, 4, 5, 6].map((column) => rows.map((row) => row[column]));
}
