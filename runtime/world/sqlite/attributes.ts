/** The rows by which runs are found by their attributes. */
import { type AttributeChanges, type Attributes, changeAttributes } from '../../contract/attributes.ts';
import { toAttributeText } from '../commit-rules.ts';
import { readAttributes, toAttributesText } from '../rows/attributes-column.ts';
import type { Store } from './store.ts';

/** Adds the rows for the attributes of run number `run`. */
export function writeAttributes(store: Store, run: number, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes))
    store.run('INSERT INTO attributes VALUES (?, ?, ?)', name, toAttributeText(value), run);
}

/** Removes the rows that {@link writeAttributes} added. */
export function removeAttributes(store: Store, run: number, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes))
    store.run('DELETE FROM attributes WHERE name = ? AND value = ? AND run = ?', name, toAttributeText(value), run);
}

/** Changes the attributes of run number `run`. @param before Its column. */
export function replaceAttributes(store: Store, run: number, before: string | null, changes: AttributeChanges): void {
  const old = readAttributes(before);
  const changed = changeAttributes(old, changes);
  removeAttributes(store, run, old);
  writeAttributes(store, run, changed);
  store.run('UPDATE runs SET attributes = ? WHERE id = ?', toAttributesText(changed), run);
}
