/** References to values of a stored list: the run, the stream that holds them, and their numbers there. */

/** Some values of a list, in the order of the array. */
export interface StoredReference {
  readonly run: string;
  readonly stream: string;
  /** Their indexes in the stream, such as `0-12,15`. */
  readonly indexes: string;
}

/** Formats indexes as ranges: `[0, 1, 2, 7]` becomes `0-2,7`. There must be at least one. */
export function formatIndexes(indexes: readonly number[]): string {
  const ranges: string[] = [];
  for (let from = 0, to: number; from < indexes.length; from = to + 1) {
    to = from;
    while (indexes[to + 1] === indexes[to]! + 1) to += 1;
    ranges.push(from === to ? `${indexes[from]}` : `${indexes[from]}-${indexes[to]}`);
  }
  return ranges.join(',');
}

/** A range of indexes that includes both ends. */
export interface IndexRange {
  from: number;
  to: number;
}

/** The inverse of {@link formatIndexes}, as ranges. */
export const parseRanges = (text: string): IndexRange[] =>
  text.split(',').map((range) => {
    const [from, to = from] = range.split('-').map(Number);
    return { from: from!, to: to! };
  });

/** The inverse of {@link formatIndexes}. */
export const parseIndexes = (text: string): number[] =>
  parseRanges(text).flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, i) => from + i));
