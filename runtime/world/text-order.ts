/** An order of texts that is the same in every store: databases have rules of their own. */

/** Compares two things by texts of theirs, character by character. */
export const byText =
  <Item>(textOf: (item: Item) => string) =>
  (one: Item, other: Item): number => {
    const [a, b] = [textOf(one), textOf(other)];
    if (a === b) return 0;
    return a < b ? -1 : 1;
  };
