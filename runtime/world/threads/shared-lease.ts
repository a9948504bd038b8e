/**
 * The memory in which the thread of the application and the writing thread tell each other of a lease, without waiting:
 * code may hold the one, the disk the other.
 */
import type { KeptLease } from '../world.ts';

/** Two numbers: the end of the lease in milliseconds since the epoch, and how often the event loop showed life. */
export type SharedLease = SharedArrayBuffer;

const UNTIL = 0;
const SIGNS = 1;
const open = (shared: SharedLease): BigInt64Array => new BigInt64Array(shared);

/** A lease that was never renewed. */
export const createSharedLease = (): SharedLease => new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT);

/** The view of the application. */
export function readSharedLease(shared: SharedLease): KeptLease {
  const memory = open(shared);
  return {
    get until() {
      return Number(Atomics.load(memory, UNTIL));
    },
    showLife: () => void Atomics.add(memory, SIGNS, 1n),
  };
}

/** The writing thread has renewed the lease; 0: the worker was given up. */
export const tellRenewal = (shared: SharedLease, until: number): void =>
  void Atomics.store(open(shared), UNTIL, BigInt(Math.floor(until)));

/** How often the event loop has shown life. */
export const countSigns = (shared: SharedLease): number => Number(Atomics.load(open(shared), SIGNS));
