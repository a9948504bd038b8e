/** A package that has state, and a step of its own. */
let count = 0;
export const next = () => ++count;
