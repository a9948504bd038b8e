/** Guesses what a misspelled name was meant to be. */

/** Changes of a letter that still count as the same name. */
const CHANGES_MAX = 3;

/** The name that is most like `found`; `null`: none is. */
export function nearestName(found: string, names: readonly string[]): string | null {
  const [nearest] = names
    .map((name) => ({ name, changes: countChanges(found, name) }))
    .filter(({ name, changes }) => changes <= Math.min(CHANGES_MAX, name.length / 2))
    .toSorted((a, b) => a.changes - b.changes);
  return nearest?.name ?? null;
}

/** How many letters must be added, removed or changed to get from one text to the other. */
function countChanges(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of from.split('').entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column++) {
      const change = row[column - 1]! + (letter === to[column - 1] ? 0 : 1);
      next.push(Math.min(change, row[column]! + 1, next[column - 1]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}
