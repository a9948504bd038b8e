/** Before the second and the third try. */
export const PAUSES_MS: readonly number[];

/**
 * Does something until it succeeds, and says on standard error why it did not.
 * @param pausesMs Before each further try. Default: `PAUSES_MS`.
 * @throws The error of the last try.
 */
export function tryAgain<T>(action: () => Promise<T>, pausesMs?: readonly number[]): Promise<T>;
