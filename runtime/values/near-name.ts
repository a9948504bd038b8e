/** Finds the name that a misspelled name was meant to be. */

/**
 * The nearest known name that differs from `written` in at most a third of its letters, ignoring case; `null`: none.
 */
export function findNearName(written: string, known: readonly string[]): string | null {
  let nearest: string | null = null;
  let least = Infinity;
  for (const name of known) {
    const distance = editDistance(written.toLowerCase(), name.toLowerCase());
    if (distance > name.length / 3 || distance >= least) continue;
    nearest = name;
    least = distance;
  }
  return nearest;
}

/** The number of insertions, deletions and replacements that turn one text into the other. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const above = row;
    row = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = above[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, above[j]! + 1, row[j - 1]! + 1));
    }
  }
  return row[to.length]!;
}
