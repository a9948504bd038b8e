/** How long tests wait: guards against hanging, which say nothing about speed. */

/** A test that takes longer hangs, in milliseconds. Machines of CI can be ten times slower than others. */
export const HANGS_AFTER_MS = process.env['CI'] ? 600_000 : 240_000;

/** For `vi.waitFor` and `vi.waitUntil`: so long they wait for an event. */
export const WAIT = { timeout: HANGS_AFTER_MS / 4 } as const;

/** The limits as vitest takes them. */
export const LIMITS = { testTimeout: HANGS_AFTER_MS, hookTimeout: HANGS_AFTER_MS, expect: { poll: WAIT } } as const;
