/**
 * The database of a run, when the runs of a store are spread over several: its id says which one, so nobody has to look
 * it up, and a run stays where it is when more databases come. Ids that say nothing are of the first database.
 */
import type { RunId } from './ids.ts';

/** In place of the first digit, which is 0 in the time of every ULID until the year 3084. */
const MARK = '7';
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const FIRST = 'wrun_'.length;

/** So many databases can be told apart. */
export const PLACES_MAX = 1_024;

/** The number of the database of a run, from 0. */
export function placeOf(runId: RunId): number {
  if (runId[FIRST] !== MARK) return 0;
  return ALPHABET.indexOf(runId.at(-2)!) * ALPHABET.length + ALPHABET.indexOf(runId.at(-1)!);
}

/** The id with a place in it. @param place Less than {@link PLACES_MAX}. */
export function atPlace(runId: RunId, place: number): RunId {
  const digits = ALPHABET[Math.floor(place / ALPHABET.length)]! + ALPHABET[place % ALPHABET.length]!;
  return `wrun_${MARK}${runId.slice(FIRST + 1, -2)}${digits}` as RunId;
}

/** The id of a child, at the place of its parent: what they tell each other is then one transaction. */
export const besideRun = (parent: RunId, child: RunId): RunId =>
  parent[FIRST] === MARK ? atPlace(child, placeOf(parent)) : child;
