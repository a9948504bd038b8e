/** Messages from outside, numbered per run in the order in which they were accepted. */
import type { RunId, WorkerId } from '../../contract/ids.ts';
import type { Payload } from '../../journal/events.ts';
import type {
  DeliverOutcome,
  HookDelivery,
  HookDeliveryOptions,
  InboxContent,
  InboxMessage,
  PendingMessages,
  MessageOrigin,
} from '../world.ts';
import { hasEnded } from '../rows/run-status.ts';
import { findReceipt } from './receipts.ts';
import { findRow, toRunIdCell } from './run-row.ts';
import type { Session } from './session.ts';
import { toTextCell } from './text-cell.ts';

interface InboxRow {
  n: number;
  at: number;
  content: string;
  payload: string | null;
}

/** The row of the run after a message came, for changes to publish. */
export interface Delivered {
  run_id: RunId;
  n: number;
  due_at: number | null;
  owner: WorkerId | null;
}

/** Numbers a message in the row of its run; `$1` is the time, and `found` has the run. */
export const NUMBER = `update @runs r set inbox_last = r.inbox_last + 1,
    wake_at = least(coalesce(r.wake_at, $1::bigint), $1::bigint),
    due_at = case when r.owner is null then least(coalesce(r.wake_at, $1::bigint), $1::bigint) end
  from found where r.id = found.id and r.status in (0, 1)
  returning r.id, r.run_id, r.inbox_last as n, r.due_at, r.owner`;

const DELIVER = `with found as (select id from @runs where run_id = $2),
  numbered as (${NUMBER}),
  added as (insert into @inbox select id, n, $1, $3, $4 from numbered)
  select run_id, n, due_at, owner from numbered`;

/** See `World.deliver`: one statement, unless it is refused. */
export async function deliver(
  session: Session,
  runId: RunId,
  content: InboxContent,
  at: number,
): Promise<DeliverOutcome> {
  const [rest, payload] = toCells(content);
  for (;;) {
    const delivered = await session.first<Delivered>(DELIVER, [at, toRunIdCell(runId), rest, payload]);
    if (delivered) return announce(session, delivered, content, at);
    const row = await findRow(session, runId);
    if (!row) return { ok: false, reason: 'not_found' };
    if (hasEnded(row)) return { ok: false, reason: 'ended' };
    // It was created meanwhile.
  }
}

/**
 * Takes the hook, then notes the receipt, then numbers the message: whoever comes second with the same hook, receipt or
 * run waits, and then finds what the first one did.
 */
const DELIVER_TO_HOOK = `with hook as materialized (
    select h.token, h.run as id, h.call, h.once from @hooks h join @runs r on r.id = h.run
    where h.token = $2 and ($3::text is null or r.run_id = $3) and ($10::bigint is null or r.inbox_last = $10 - 1)
    for update of h, r),
  noted as materialized (
    insert into @receipts as old (token, id, run, digest, reply, reply_stream, at)
      select $2, $5, hook.id, $6, $7, $8, $1 from hook where $5::text is not null
    on conflict (token, id) do update set run = excluded.run, digest = excluded.digest, reply = excluded.reply,
        reply_stream = excluded.reply_stream, at = excluded.at
      where not exists (select 1 from @runs where @runs.id = old.run)
    returning run),
  found as materialized (
    select hook.id from hook where $5::text is null or exists (select 1 from noted)),
  numbered as (${NUMBER}),
  closed as (delete from @hooks using hook, found where @hooks.token = hook.token and hook.once),
  added as (insert into @inbox
    select numbered.id, n, $1,
      (jsonb_build_object('type', 'hook', 'call', (select call from hook)) || coalesce($9::jsonb, '{}'))::text, $4
      from numbered)
  select run_id, n, due_at, owner, (select call from hook) as call from numbered`;

/** See `World.deliverToHook`: one statement, and another one when it is refused. */
export async function deliverToHook(
  session: Session,
  token: string,
  { payload, at, receipt, holder, n, origin }: { payload: Payload; at: number } & HookDeliveryOptions,
): Promise<HookDelivery> {
  const kept = receipt && (await findReceipt(session, token, receipt.id));
  if (kept) return { ok: false, reason: 'repeated', ...kept };
  const delivered = await session.first<Delivered & { call: number }>(DELIVER_TO_HOOK, [
    at,
    toTextCell(token),
    holder ?? null,
    payload,
    receipt ? toTextCell(receipt.id) : null,
    receipt?.digest ?? null,
    receipt?.reply ?? null,
    receipt?.replyStream === undefined || receipt.replyStream === null ? null : toTextCell(receipt.replyStream),
    origin ? JSON.stringify(origin) : null,
    n ?? null,
  ]);
  if (delivered) return announce(session, delivered, toHookContent(delivered.call, payload, origin), at);
  const meanwhile = receipt && (await findReceipt(session, token, receipt.id));
  return meanwhile ? { ok: false, reason: 'repeated', ...meanwhile } : { ok: false, reason: 'not_found' };
}

const toHookContent = (call: number, payload: Payload, origin: MessageOrigin | undefined): InboxContent => ({
  type: 'hook',
  call,
  payload,
  ...origin,
});

/** Tells of a message that was delivered. */
export function announce(session: Session, delivered: Delivered, content: InboxContent, at: number): DeliverOutcome {
  const { run_id: runId, n, due_at: dueAt, owner } = delivered;
  const message = { n, at, content };
  session.publish({ kind: 'inbox', runId, message }, owner);
  if (dueAt !== null) session.publish({ kind: 'due', dueAt });
  return { ok: true, runId, message };
}

/** The payload is text already: it stays as it is, beside the JSON of the rest. */
export function toCells(content: InboxContent): [rest: string, payload: string | null] {
  const { payload = null, ...rest } = { payload: undefined, ...content };
  return [JSON.stringify(rest), payload];
}

/** See `World.readInbox`. */
export async function readInbox(session: Session, runId: RunId, afterN: number): Promise<InboxMessage[]> {
  const text = `select m.n, m.at, m.content, m.payload from @inbox m join @runs r on r.id = m.run
    where r.run_id = $1 and r.status in (0, 1) and m.n > $2 order by m.n`;
  return (await session.all<InboxRow>(text, [toRunIdCell(runId), afterN])).map(toMessage);
}

/** The messages of runs, by run number. */
export async function readMessages(session: Session, runs: readonly number[]): Promise<Map<number, InboxMessage[]>> {
  if (runs.length === 0) return new Map();
  const text = 'select run, n, at, content, payload from @inbox where run = any($1) order by run, n';
  const rows = await session.all<InboxRow & { run: number }>(text, [runs]);
  return new Map([...Map.groupBy(rows, ({ run }) => run)].map(([run, own]) => [run, own.map(toMessage)] as const));
}

/** See `World.readInboxesOf`. */
export async function readInboxesOf(session: Session, workerId: WorkerId): Promise<PendingMessages[]> {
  const text = `select r.run_id, m.n, m.at, m.content, m.payload from @runs r join @inbox m on m.run = r.id
    where r.owner = $1 and r.inbox_last > r.inbox_taken order by m.run, m.n`;
  const rows = await session.all<InboxRow & { run_id: RunId }>(text, [workerId]);
  return [...Map.groupBy(rows, (row) => row.run_id)].map(([runId, own]) => ({ runId, messages: own.map(toMessage) }));
}

const toMessage = ({ n, at, content, payload }: InboxRow): InboxMessage => ({
  n,
  at,
  content: (payload === null ? JSON.parse(content) : { ...JSON.parse(content), payload }) as InboxContent,
});

/** Removes messages up to number `lastN` from the inbox of a run. */
export const removeMessages = (session: Session, run: number, lastN: number): Promise<number> =>
  session.run('delete from @inbox where run = $1 and n <= $2', [run, lastN]);
