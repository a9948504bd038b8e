/**
 * Encrypts the newest golden store, in its own schema: `node test/golden/record-encrypted.ts <name of the new folder>`.
 */
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sealChunks } from '../../runtime/world/encrypted/chunk-groups.ts';
import { parseKeyRing } from '../../runtime/world/encrypted/key-ring.ts';
import { seal } from '../../runtime/world/encrypted/value-cipher.ts';
import { changeEvent, changeHook, chunkPlace, type ChangeValue } from '../../runtime/world/encrypted/value-places.ts';
import { EVENTS_PER_RUN_MAX } from '../../runtime/world/commit-rules.ts';
import { EVENT_COLUMNS, toEvent, toEventCells, type EventCells } from '../../runtime/world/rows/event-row.ts';
import { GOLDEN_KEY } from './golden-key.ts';

const [name] = process.argv.slice(2);
if (!name) throw new Error('Say the name of the new folder, such as "encrypted-2".');
const formats = readdirSync(import.meta.dirname).filter((entry) => entry.startsWith('format-'));
const folder = join(import.meta.dirname, name);
cpSync(join(import.meta.dirname, formats.toSorted().at(-1)!), folder, { recursive: true });

const keys = parseKeyRing(GOLDEN_KEY);
const sealerOf =
  (runId: string): ChangeValue =>
  (value, at, number) =>
    seal(keys, { runId, at, number }, value);

const db = new DatabaseSync(join(folder, 'store', 'workflow.db'));
const all = (text: string): any[] => db.prepare(text).all();
const runIds = new Map<number, string>(all('SELECT id, run_id FROM runs').map((row) => [row.id, row.run_id]));

const updateEvent = db.prepare('UPDATE events SET payload = ?, more = ? WHERE id = ?');
// No golden run has gone once round its places.
for (const { id, ...row } of all(`SELECT id, id % ${EVENTS_PER_RUN_MAX} AS seq, ${EVENT_COLUMNS} FROM events`)) {
  const cells = Object.values(row) as EventCells;
  const runId = runIds.get(Math.floor(id / EVENTS_PER_RUN_MAX))!;
  const [payload, more] = toEventCells(changeEvent(toEvent(cells), sealerOf(runId))).slice(-2);
  updateEvent.run(payload!, more!, id);
}
const updateHook = db.prepare('UPDATE hooks SET webhook = ?, metadata = ? WHERE token = ?');
for (const { run, webhook, ...row } of all('SELECT * FROM hooks')) {
  const hook = { ...row, webhook: webhook && JSON.parse(webhook) };
  const sealed = changeHook(hook, sealerOf(runIds.get(run)!));
  updateHook.run(sealed.webhook && JSON.stringify(sealed.webhook), sealed.metadata, row.token);
}
const updateChunk = db.prepare('UPDATE chunks SET data = ? WHERE stream = ? AND n = ?');
for (const { id, run, name: stream } of all('SELECT id, run, name FROM streams')) {
  const rows = all(`SELECT n, data FROM chunks WHERE stream = ${id} ORDER BY n`);
  // No golden stream has lost a chunk.
  const place = chunkPlace(runIds.get(run)!, stream, rows[0]?.n);
  const sealed = sealChunks(
    keys,
    place,
    rows.map(({ data }) => data),
  );
  for (const [i, { n }] of rows.entries()) updateChunk.run(sealed[i]!, id, n);
}
db.exec('VACUUM');
db.close();
