/**
 * Further tries where a network can spoil the first. `with-setup.mjs` needs it before anything is installed, so it is
 * plain JavaScript for Node 20.11; its types are in `try-again.d.mts`.
 */
import { setTimeout as pause } from 'node:timers/promises';

/** Before the second and the third try. */
export const PAUSES_MS = [5_000, 20_000];

/** Settings of npm, whose own patience would make three tries last for minutes, or hours where nobody answers. */
export const NPM_PATIENCE = ['--fetch-retries=1', '--fetch-retry-mintimeout=2000', '--fetch-timeout=120000'];

export async function tryAgain(action, pausesMs = PAUSES_MS) {
  for (const pauseMs of pausesMs) {
    try {
      return await action();
    } catch (error) {
      console.error(`${error.message}\nThe next try begins in ${pauseMs / 1000} s …`);
      await pause(pauseMs);
    }
  }
  return await action();
}
