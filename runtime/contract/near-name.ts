/** Finds the known name that a misspelled one was meant to be. */

/**
 * The known name that is nearest to the written one, in whatever case. Of two that are equally near the first counts.
 * `null` when every name differs in more than a third of its letters.
 */
export function findNearName(written: string, known: readonly string[]): string | null {
  let nearest: string | null = null;
  let least = Infinity;
  for (const name of known) {
    const edits = countEdits(written.toLowerCase(), name.toLowerCase());
    if (edits > name.length / 3 || edits >= least) continue;
    nearest = name;
    least = edits;
  }
  return nearest;
}

/**
 * The known name that a misspelled one certainly was meant to be: the nearest one, when all other names of another
 * meaning are further away. `null`: none, or it is a guess.
 * @param meaningOf Names of one meaning count as one. Default: each name has its own.
 */
export function findCertainName(
  written: string,
  known: readonly string[],
  meaningOf: (name: string) => unknown = (name) => name,
): string | null {
  const nearest = findNearName(written, known);
  if (nearest === null) return null;
  const isOther = (name: string): boolean => meaningOf(name) !== meaningOf(nearest);
  const least = countEdits(written.toLowerCase(), nearest.toLowerCase());
  const others = known.filter(
    (name) => isOther(name) && countEdits(written.toLowerCase(), name.toLowerCase()) <= least + 1,
  );
  return others.length === 0 ? nearest : null;
}

/** The number of edits between two texts: letters inserted, removed, replaced, or swapped with their neighbour. */
export function countEdits(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = rows[i - 1]![j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = isSwapped ? rows[i - 2]![j - 2]! + 1 : Infinity;
      row.push(Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, replaced, swapped));
    }
    rows.push(row);
  }
  return rows[from.length]![to.length]!;
}
