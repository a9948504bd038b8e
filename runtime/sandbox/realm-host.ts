/**
 * The host functions that the realm may use. They take and return primitives and typed arrays only, so that no object of
 * the host's realm ever reaches user code. Only the code of this folder holds them.
 */
import type { RunId } from '../contract/ids.ts';
import type { WebHost } from './web/web-host.ts';

export interface RealmHost extends WebHost {
  /** Four 32-bit numbers derived from a run's seed: where its Math.random begins. */
  seedRandom(seed: string): Uint32Array;
  /** Block `index` of 64 unguessable bytes derived from a run's seed. */
  randomBlock(seed: string, index: number): Uint8Array;
  /** @param algorithm `sha1`, `sha256`, `sha384` or `sha512`. */
  digest(algorithm: string, bytes: Uint8Array): Uint8Array;
  /** The unguessable token of the hook that is call number `call` of a run. */
  hookToken(seed: string, call: number): string;
  /** The id of the run that call number `call` of a run starts. */
  childId(seed: string, runId: RunId, call: number, nowMs: number): RunId;
  /** The public address of this deployment, without a trailing slash. */
  baseUrl(): string;
  /** `<file>:<line>:<column>` in the user's source for a position in the bundle; `null` for a frame that is not the user's. */
  mapPosition(line: number, column: number): string | null;
  /** Prints for the user. @param args The encoded array of what to print. */
  print(level: string, args: string): void;
}
