/** Arrays of values that a list of the run holds: a step call carries the reference instead of the values. */
import type { Payload } from '../journal/events.ts';
import type { CodecEnvironment } from './codec-environment.ts';
import { createValueError } from './messages.ts';
import type { StoredReference } from './stored-reference.ts';
import { defineValueType, type DecodeSession, type ValueType } from './value-type.ts';

const TAG = 'Stored';

/** How an array that is stored begins in a payload; the text of a user's value never has it, nor does `{"json": …}`. */
const CELL_BEGIN = `["${TAG}",`;

/** Arrays are encoded as their values where the environment does not say what is stored. */
export function createStoredType({ stored }: CodecEnvironment, session: DecodeSession): ValueType {
  return defineValueType<StoredReference>({
    tag: TAG,
    matches: (value) => stored !== undefined && Array.isArray(value) && stored.toReference(value) !== null,
    encode: (array: readonly unknown[]) => ({ ...stored!.toReference(array)! }),
    decode: (reference) => session.valuesOf(reference),
  });
}

/** What must be read from the store before a payload can be decoded. */
export function findStoredReferences(payload: Payload): StoredReference[] {
  if (!payload.startsWith('[') || !payload.includes(CELL_BEGIN)) return [];
  const cells = JSON.parse(payload) as unknown[];
  return cells.filter(isStoredCell).map(([, data]) => readReference(cells, data));
}

const isStoredCell = (cell: unknown): cell is [tag: string, data: number] => Array.isArray(cell) && cell[0] === TAG;

function readReference(cells: readonly unknown[], data: number): StoredReference {
  const { run, stream, indexes } = cells[data] as Record<keyof StoredReference, number>;
  const reference = { run: cells[run], stream: cells[stream], indexes: cells[indexes] };
  if (Object.values(reference).every((part) => typeof part === 'string')) return reference as StoredReference;
  throw createValueError('value_payload_invalid', { reason: 'it refers to a list without a name' });
}
