/**
 * The functions of the host that the realm uses. They take and return only primitives and typed arrays, so that no
 * object of the host's realm reaches user code. Only the code of this folder has access to them.
 */
import type { RunId } from '../contract/ids.ts';
import type { WebHost } from './web/web-host.ts';

/** The functions of the host, for the runtime's code in the realm. */
export interface RealmHost extends WebHost {
  /** Four 32-bit numbers derived from a run's seed: the start state of its Math.random. */
  seedRandom(seed: string): Uint32Array;
  /** Block `index` of 64 unguessable bytes derived from a run's seed. */
  randomBlock(seed: string, index: number): Uint8Array;
  /** @param algorithm `sha1`, `sha256`, `sha384` or `sha512`. */
  digest(algorithm: string, bytes: Uint8Array): Uint8Array;
  /** The unguessable token of the hook with this call number. */
  hookToken(seed: string, call: number): string;
  /** The id of the child run with this call number. */
  childId(seed: string, runId: RunId, call: number, nowMs: number): RunId;
  /** The public address of this deployment, without a trailing slash. */
  baseUrl(): string;
  /** The same, for a webhook: the host hears that there is one. */
  webhookBaseUrl(): string;
  /**
   * `<file>:<line>:<column>` in the user's source for a position in the bundle; `null` for frames outside the user's
   * source.
   */
  mapPosition(line: number, column: number): string | null;
  /** Prints a line of the user's. @param args The encoded array of arguments. */
  print(level: string, args: string): void;
}
