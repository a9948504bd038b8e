/** Values of a stored list as a value: they cross as the run, the stream that holds them, and their numbers there. */

/** Some values of a list, in the order in which they stand in the array. */
export interface StoredReference {
  readonly run: string;
  readonly stream: string;
  /** Their indexes in the stream: `0-12,15`. */
  readonly indexes: string;
}

const LIST_MARK = '$list';

/**
 * The stream that holds a list.
 * @param beganAt Seq of the event with which the run began anew, whose lists are others; 0: it never did.
 */
export const toListStream = (name: string, beganAt: number): string =>
  beganAt === 0 ? `${LIST_MARK}:${name}` : `${LIST_MARK}@${beganAt}:${name}`;

export const isListStream = (stream: string): boolean => stream.startsWith(LIST_MARK);

/** `[0, 1, 2, 7]` → `0-2,7`. There must be one at least. */
export function formatIndexes(indexes: readonly number[]): string {
  const ranges: string[] = [];
  for (let from = 0, to: number; from < indexes.length; from = to + 1) {
    to = from;
    while (indexes[to + 1] === indexes[to]! + 1) to += 1;
    ranges.push(from === to ? `${indexes[from]}` : `${indexes[from]}-${indexes[to]}`);
  }
  return ranges.join(',');
}

/** Both ends are part of it. */
export interface IndexRange {
  from: number;
  to: number;
}

/** The inverse of {@link formatIndexes}, as the ranges in the text. */
export const parseRanges = (text: string): IndexRange[] =>
  text.split(',').map((range) => {
    const [from, to = from] = range.split('-').map(Number);
    return { from: from!, to: to! };
  });

/** The inverse of {@link formatIndexes}. */
export const parseIndexes = (text: string): number[] =>
  parseRanges(text).flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, i) => from + i));
