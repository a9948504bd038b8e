/** Steps that the runtime brings along. */
import type { RegisteredStep } from '../contract/build.ts';
import { FETCH_STEP, RESPOND_STEP } from '../contract/library-steps.ts';
import { respondFromStep } from '../host-values/webhook-response.ts';

/**
 * `fetch` as a step: its whole response is recorded, so a replay makes no request. It is retried when the network
 * fails.
 */
export async function fetch(...args: Parameters<typeof globalThis.fetch>): Promise<Response> {
  return await globalThis.fetch(...args);
}

/** By step id. */
export const LIBRARY_STEPS: ReadonlyMap<string, RegisteredStep> = new Map([
  [FETCH_STEP, { kind: 'function', fn: fetch }],
  [RESPOND_STEP, { kind: 'function', fn: respondFromStep }],
]);
