/** Ids of payloads, by which a payload that is sent again is delivered once. */
import { createHash } from 'node:crypto';
import { runtimeError } from '../contract/runtime-errors.ts';
import { assertReadable } from '../contract/unreadable-value.ts';
import { anything, type OptionTable } from '../values/read-options.ts';
import type { KeptReceipt } from '../world/world.ts';

/** Characters of an id; it is a key of the store. */
const LENGTH_MAX = 255;

/** How to deliver a payload. */
export interface PayloadOptions {
  /**
   * The sender's name for the payload, 1 to 255 characters. A payload that comes again with its id is delivered once,
   * and is answered as the first time, for seven days, also after the hook was closed or the run has ended, unless the
   * run is deleted before.
   */
  id?: string;
}

/** An id has an error of its own. */
export const payloadOptions: OptionTable<Record<keyof PayloadOptions, unknown>> = { id: anything };

/** Checks an id. @throws `hook_id_invalid`. */
export function readPayloadId(found: unknown): string {
  if (typeof found !== 'string') throw runtimeError('hook_id_invalid', { found: typeof found });
  if (found.length >= 1 && found.length <= LENGTH_MAX) return found;
  throw runtimeError('hook_id_invalid', { found: `${found.length} characters` });
}

/** The digest of a payload, in hex. */
export function digestOf(...parts: (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

/**
 * Checks that a payload with a known id is the one that was delivered.
 * @throws `hook_id_reused`; `value_key_missing`, `value_altered` when this process cannot tell.
 */
export function assertRepeated({ receipt, runId }: KeptReceipt, digest: string): void {
  assertReadable(receipt.digest);
  if (receipt.digest !== digest) throw runtimeError('hook_id_reused', { id: receipt.id, runId });
}
