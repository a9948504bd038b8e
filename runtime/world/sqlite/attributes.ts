/** The rows by which runs are found by their attributes. */
import type { Attributes } from '../../contract/attributes.ts';
import { toAttributeText } from '../commit-rules.ts';
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
