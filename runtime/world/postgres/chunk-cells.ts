/** Chunks as two columns: text, or bytes. */
import type { Chunk } from '../world.ts';
import { fromTextCell, toTextCell } from './text-cell.ts';

/** The columns of one chunk. */
export interface ChunkCells {
  data: string | null;
  bytes: Uint8Array | null;
}

/** The columns of chunks, as two lists. */
export const toChunkLists = (chunks: readonly Chunk[]): [data: (string | null)[], bytes: (Buffer | null)[]] => [
  chunks.map((chunk) => (typeof chunk === 'string' ? toTextCell(chunk) : null)),
  chunks.map((chunk) => (typeof chunk === 'string' ? null : Buffer.from(chunk))),
];

/** The inverse of {@link toChunkLists}, for one chunk. */
export const fromChunkCells = ({ data, bytes }: ChunkCells): Chunk => (data === null ? bytes! : fromTextCell(data));
