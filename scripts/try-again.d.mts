/** Before the second and the third try. */
export const PAUSES_MS: readonly number[];

/** Settings of npm that make one try fail soon enough for another one. */
export const NPM_PATIENCE: readonly string[];

/**
 * Does something until it succeeds, and says on standard error why it did not.
 * @param pausesMs Before each further try. Default: `PAUSES_MS`.
 * @throws The error of the last try.
 */
export function tryAgain<T>(action: () => Promise<T>, pausesMs?: readonly number[]): Promise<T>;
