/** Puts other values into rows that exist: each only where the value is still as it was read. */
import type { RunId } from '../../contract/ids.ts';
import type { HookRecord, ValueChange } from '../world.ts';
import { toChunkLists } from './chunk-cells.ts';
import { toCells as toEventCells } from './events.ts';
import { toCells as toMessageCells } from './inbox.ts';
import { findRow } from './run-row.ts';
import type { Session } from './session.ts';
import { toTextCell } from './text-cell.ts';

/** See `World.rewriteValues`. */
export async function rewriteValues(session: Session, runId: RunId, changes: readonly ValueChange[]): Promise<void> {
  const run = await findRow(session, runId);
  if (run) for (const change of changes) await rewrite(session, run.id, change);
}

async function rewrite(session: Session, run: number, change: ValueChange): Promise<void> {
  switch (change.kind) {
    case 'event': {
      const [payload, more] = toEventCells(change.after).slice(-2);
      await session.run(UPDATE_EVENT, [payload, more, run, change.before.seq, ...toEventCells(change.before)]);
      return;
    }
    case 'message': {
      const [after, before] = [toMessageCells(change.after.content), toMessageCells(change.before.content)];
      const text = 'update @inbox set payload = $1 where run = $2 and n = $3 and payload is not distinct from $4';
      await session.run(text, [after[1], run, change.before.n, before[1]]);
      return;
    }
    case 'hook': {
      const { before, after } = change;
      const settings = [toSettings(after), after.metadata];
      const conditions = [toTextCell(before.token), run, before.call, toSettings(before), before.metadata];
      await session.run(UPDATE_HOOK, [...settings, ...conditions]);
      return;
    }
    case 'receipt': {
      const { token, before, after } = change;
      const values = [after.digest, after.reply, toTextCell(token), toTextCell(before.id), before.digest, before.reply];
      await session.run(UPDATE_RECEIPT, values);
      return;
    }
    case 'chunk': {
      const [[data], [bytes]] = toChunkLists([change.after]);
      const [[dataBefore], [bytesBefore]] = toChunkLists([change.before]);
      const name = toTextCell(change.stream);
      await session.run(UPDATE_CHUNK, [data, bytes, run, name, change.index, dataBefore, bytesBefore]);
    }
  }
}

const UPDATE_EVENT = `update @events set payload = $1, more = $2 where run = $3 and seq = $4
  and at = $5 and type = $6 and call is not distinct from $7 and attempt is not distinct from $8
  and time is not distinct from $9 and name is not distinct from $10 and payload is not distinct from $11
  and more is not distinct from $12`;

const UPDATE_HOOK = `update @hooks set webhook = $1, metadata = $2 where token = $3 and run = $4 and call = $5
  and webhook is not distinct from $6 and metadata is not distinct from $7`;

const UPDATE_RECEIPT = `update @receipts set digest = $1, reply = $2
  where token = $3 and id = $4 and digest = $5 and reply is not distinct from $6`;

const UPDATE_CHUNK = `update @chunks set data = $1, bytes = $2
  where stream = (select id from @streams where run = $3 and name = $4) and n = $5
    and data is not distinct from $6 and bytes is not distinct from $7`;

const toSettings = ({ webhook }: HookRecord): string | null => (webhook === null ? null : JSON.stringify(webhook));
