/** How large a store is, as its server has counted. */
import { type StorePart, type StoreSize, toParts } from '../store-size.ts';
import type { Session } from './session.ts';

/** See `World.measureParts`. */
export async function measureParts(session: Session): Promise<StorePart[]> {
  return toParts(
    await session.all<{ table: string; bytes: number }>(
      `select relname as "table", pg_total_relation_size(oid) as bytes from pg_class
        where relkind = 'r' and relnamespace = (select relnamespace from pg_class where oid = '@runs'::regclass)`,
    ),
  );
}

/** See `World.measure`. */
export async function measure(session: Session): Promise<StoreSize> {
  const parts = await measureParts(session);
  return { bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0), freeBytes: null };
}
