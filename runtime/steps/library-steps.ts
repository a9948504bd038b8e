/** Steps that the runtime brings along. */
import type { RegisteredStep } from '../contract/build.ts';
import { FETCH_STEP, RESPOND_STEP } from '../contract/library-steps.ts';
import { respondFromStep } from '../host-values/webhook-response.ts';

/** `fetch` as a step: in a workflow the request is made once and its whole response recorded; retried when the network fails. */
export async function fetch(...args: Parameters<typeof globalThis.fetch>): Promise<Response> {
  return await globalThis.fetch(...args);
}

export const LIBRARY_STEPS: ReadonlyMap<string, RegisteredStep> = new Map([
  [FETCH_STEP, { kind: 'function', fn: fetch }],
  [RESPOND_STEP, { kind: 'function', fn: respondFromStep }],
]);
