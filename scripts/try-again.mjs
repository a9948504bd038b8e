/**
 * Further tries where a network can spoil the first. `with-setup.mjs` needs it before anything is installed, so it is
 * plain JavaScript for Node 20.11; its types are in `try-again.d.mts`.
 */
import { setTimeout as pause } from 'node:timers/promises';

/** Before the second and the third try. */
export const PAUSES_MS = [5_000, 20_000];

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
