/** A store that takes so long for a small question is slow, in milliseconds. One that is near takes a few. */
export const SLOW_ANSWER_MS = 100;
