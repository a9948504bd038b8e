/** The size of a store, and what its room is for. */

/** With less a burst of runs fills the disk before anybody looks. */
export const LOW_DISK_BYTES = 1_000_000_000;

/** Numbers of bytes; `null` where the store cannot tell. */
export interface StoreSize {
  /** Files of the store with everything in them, or tables with their indexes. */
  bytes: number | null;
  /** Left on the disk of this machine. */
  freeBytes: number | null;
}

/**
 * - `runs`: what lists show of runs, and their attributes
 * - `journals`: their events, with arguments, results and errors
 * - `streams`: chunks
 * - `messages`: hooks, payloads on their way into runs, steps on their way to other workers
 * - `code`: bundles of workflows, which waiting runs need
 * - `free`: room that new rows take
 */
export const STORE_PARTS = ['runs', 'journals', 'streams', 'messages', 'code', 'free', 'other'] as const;

/** The name of a part. */
export type StorePartName = (typeof STORE_PARTS)[number];

/** A part of a store, with its indexes. */
export interface StorePart {
  name: StorePartName;
  bytes: number;
}

const PARTS: Record<string, StorePartName> = {
  runs: 'runs',
  attributes: 'runs',
  creation_times: 'runs',
  histories: 'runs',
  events: 'journals',
  streams: 'streams',
  chunks: 'streams',
  chunk_writers: 'streams',
  chunk_ranges: 'streams',
  inbox: 'messages',
  arrivals: 'messages',
  hooks: 'messages',
  receipts: 'messages',
  offers: 'messages',
  bundles: 'code',
};

/** Adds up tables by what they are for. @returns The largest part first. @param free See {@link STORE_PARTS}. */
export function toParts(tables: readonly { table: string; bytes: number }[], free = 0): StorePart[] {
  const sizes: StorePart[] = tables.map(({ table, bytes }) => ({ name: PARTS[table] ?? 'other', bytes }));
  return addParts([...sizes, { name: 'free', bytes: free }]);
}

/** Adds up what several databases have. @returns The largest part first, without empty ones. */
export function addParts(found: readonly StorePart[]): StorePart[] {
  const sums = new Map<StorePartName, number>();
  for (const { name, bytes } of found) sums.set(name, (sums.get(name) ?? 0) + bytes);
  return [...sums]
    .map(([name, bytes]) => ({ name, bytes }))
    .filter(({ bytes }) => bytes > 0)
    .sort((one, other) => other.bytes - one.bytes);
}

/** Adds up what several databases have; what one of them cannot tell, all together cannot. */
export const addSizes = (sizes: readonly StoreSize[]): StoreSize => ({
  bytes: combine(sizes, 'bytes', (one, other) => one + other),
  freeBytes: combine(sizes, 'freeBytes', Math.min),
});

function combine(
  sizes: readonly StoreSize[],
  name: keyof StoreSize,
  add: (one: number, other: number) => number,
): number | null {
  return sizes.map((size) => size[name]).reduce((sum, one) => (sum === null || one === null ? null : add(sum, one)));
}
