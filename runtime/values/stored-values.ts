/** Arrays of values that a list of the run holds: a step call stores a reference instead of the values. */
import type { Payload } from '../journal/events.ts';
import type { CodecEnvironment } from './codec-environment.ts';
import { createValueError } from './messages.ts';
import type { StoredReference } from './stored-reference.ts';
import { defineValueType, type DecodeSession, type ValueType } from './value-type.ts';

const TAG = 'Stored';

/** The beginning of such a cell in a payload. Neither text of a user's value nor the form `{"json": …}` contains it. */
const CELL_BEGIN = `["${TAG}",`;

/** The type of stored arrays. Other arrays are encoded as their values. */
export function createStoredType({ stored }: CodecEnvironment, session: DecodeSession): ValueType {
  return defineValueType<StoredReference>({
    tag: TAG,
    matches: (value) => stored !== undefined && Array.isArray(value) && stored.toReference(value) !== null,
    encode: (array: readonly unknown[]) => ({ ...stored!.toReference(array)! }),
    decode: (reference) => session.valuesOf(reference),
  });
}

/** The references whose values must be read from the store before the payload can be decoded. */
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
