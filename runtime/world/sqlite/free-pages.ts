/**
 * Gives the space of removed rows back to the file system, in portions. SQLite moves pages from the end of the file to
 * free places; the next checkpoint cuts the file off.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { Store } from './store.ts';

/** One megabyte: for moving it the writing thread needs a few milliseconds. */
const PAGES_PER_REQUEST = 256;
/** Free pages that new rows may have, so that the file does not shrink and grow all the time. */
const KEPT_PAGES_MIN = 1_024;
const KEPT_PART = 0.1;

/** The mode of files that can give pages back one by one. A file gets it before its first table, or never. */
const INCREMENTAL = 2;

/** Prepares an empty file for {@link giveFreePagesBack}. */
export function letNewFileShrink(db: DatabaseSync): void {
  const isNew = db.prepare('PRAGMA page_count').get()!['page_count'] === 0;
  if (isNew) db.exec(`PRAGMA auto_vacuum = ${INCREMENTAL}`);
}

/** Gives some free pages back. Returns whether there are more. */
export function giveFreePagesBack(store: Store): boolean {
  const [free, pages] = [readPragma(store, 'freelist_count'), readPragma(store, 'page_count')];
  const surplus = free - Math.max(KEPT_PAGES_MIN, Math.ceil(pages * KEPT_PART));
  if (surplus <= 0 || readPragma(store, 'auto_vacuum') !== INCREMENTAL) return false;
  store.db.exec(`PRAGMA incremental_vacuum(${Math.min(surplus, PAGES_PER_REQUEST)})`);
  return surplus > PAGES_PER_REQUEST;
}

const readPragma = (store: Store, name: string): number =>
  Object.values(store.first<Record<string, number>>(`PRAGMA ${name}`)!)[0]!;
