/** The lines by which two texts differ, for people. */
import { paint } from './colours.ts';

/** A line of one text or of both. */
interface ChangedLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

const MARKS = { same: ' ', added: '+', removed: '-' } as const;
const STYLES = { same: 'plain', added: 'green', removed: 'red' } as const;

/** How many equal lines are shown around those that differ. */
const CONTEXT = 2;

/**
 * The shortest way from one text to the other, with a few equal lines around each change.
 * @param before `null`: there was none, so all lines are new.
 */
function lineChanges(before: string | null, after: string): ChangedLine[] {
  const changes = compare(before === null ? [] : before.trimEnd().split('\n'), after.trimEnd().split('\n'));
  const isNear = (at: number): boolean =>
    changes.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ kind }) => kind !== 'same');
  return changes.filter((_, at) => isNear(at));
}

/** {@link lineChanges} as lines of a terminal. */
export const formatChanges = (before: string | null, after: string): string[] =>
  lineChanges(before, after).map(({ kind, text }) => paint(STYLES[kind], `  ${MARKS[kind]} ${text}`));

function compare(before: readonly string[], after: readonly string[]): ChangedLine[] {
  // The table of what lies between has a cell for each pair of lines.
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  const same = before.slice(0, start).map((text): ChangedLine => ({ kind: 'same', text }));
  return [...same, ...compareRest(before.slice(start), after.slice(start))];
}

function compareRest(before: readonly string[], after: readonly string[]): ChangedLine[] {
  const lengths = commonLengths(before, after);
  const changes: ChangedLine[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && before[i] === after[j]) {
      changes.push({ kind: 'same', text: before[i++]! });
      j++;
    } else if (j === after.length || (i < before.length && lengths[i + 1]![j]! >= lengths[i]![j + 1]!))
      changes.push({ kind: 'removed', text: before[i++]! });
    else changes.push({ kind: 'added', text: after[j++]! });
  }
  return changes;
}

/** `[i][j]`: how many lines both have in common from there on. */
function commonLengths(before: readonly string[], after: readonly string[]): number[][] {
  const lengths = Array.from({ length: before.length + 1 }, () => Array.from({ length: after.length + 1 }, () => 0));
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      lengths[i]![j] =
        before[i] === after[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  return lengths;
}
