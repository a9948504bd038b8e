/** How large a store is. */
import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type StorePart, type StoreSize, toParts } from '../store-size.ts';
import type { Store } from './store.ts';

/** See `World.measureParts`. It reads all pages of the file. */
export function measureParts(store: Store): StorePart[] {
  const tables = store.all<{ table: string; bytes: number }>(
    `SELECT tbl_name AS "table", sum(pgsize) AS bytes FROM sqlite_schema AS part
      JOIN dbstat('main', 1) AS pages ON pages.name = part.name GROUP BY tbl_name`,
  );
  const free = store.first<{ bytes: number }>(
    'SELECT freelist_count * page_size AS bytes FROM pragma_freelist_count, pragma_page_size',
  );
  return toParts(tables, free!.bytes);
}

/** See `World.measure`. @param file The database, beside which its log may lie. */
export async function measureFiles(file: string): Promise<StoreSize> {
  const sizes = [file, `${file}-wal`].map((path) =>
    stat(path).then(
      ({ size }) => size,
      // The log may vanish at any moment.
      () => 0,
    ),
  );
  const { bavail, bsize } = await statfs(dirname(file));
  return { bytes: (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0), freeBytes: bavail * bsize };
}
