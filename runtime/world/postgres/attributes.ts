/** The rows by which runs are found by their attributes. */
import { createHash } from 'node:crypto';
import { type AttributeChanges, type Attributes, changeAttributes } from '../../contract/attributes.ts';
import { readAttributes, toAttributesText } from '../rows/attributes-column.ts';
import type { AttributeValue } from '../../contract/attributes.ts';
import { toAttributeText } from '../commit-rules.ts';
import type { RunTableRow } from './run-row.ts';
import type { Session } from './session.ts';
import { toTextCell } from './text-cell.ts';

/** An index of PostgreSQL holds at most 2,700 bytes of a row. */
const INDEXED_LENGTH_MAX = 500;

/** A value as it is looked up: long ones by their digest. */
export function toAttributeCell(value: AttributeValue): string {
  const text = toAttributeText(value);
  return text.length <= INDEXED_LENGTH_MAX ? text : `#${createHash('sha256').update(text).digest('hex')}`;
}

/** Adds the rows for the attributes of run number `run`. */
export async function writeAttributes(session: Session, run: number, attributes: Attributes): Promise<void> {
  const entries = Object.entries(attributes);
  if (entries.length === 0) return;
  await session.run(
    'insert into @attributes select name, value, $3 from unnest($1::text[], $2::text[]) as a(name, value)',
    [entries.map(([name]) => toTextCell(name)), entries.map(([, value]) => toAttributeCell(value)), run],
  );
}

/** Removes the rows that {@link writeAttributes} added. */
async function removeAttributes(session: Session, run: number, attributes: Attributes): Promise<void> {
  for (const [name, value] of Object.entries(attributes))
    await session.run('delete from @attributes where name = $1 and value = $2 and run = $3', [
      toTextCell(name),
      toAttributeCell(value),
      run,
    ]);
}

/** Changes the attributes of a run. */
export async function replaceAttributes(session: Session, row: RunTableRow, changes: AttributeChanges): Promise<void> {
  const old = readAttributes(row.attributes);
  const changed = changeAttributes(old, changes);
  await removeAttributes(session, row.id, old);
  await writeAttributes(session, row.id, changed);
  await session.run('update @runs set attributes = $1 where id = $2', [toAttributesText(changed), row.id]);
}
