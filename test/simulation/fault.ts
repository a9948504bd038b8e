/** A fault of a simulation: it happens at the n-th request that the processes of a slot send to the store. */

export type Fault = FaultPlace &
  (
    | { kind: 'crash'; point: 'before' | 'after'; restartMs: number }
    /** The process is told to end, and does so in its own time. */
    | { kind: 'close'; restartMs: number }
    /** The process stands still, and its late request or answer gets through when it goes on. */
    | { kind: 'hang'; point: 'before' | 'after'; ms: number }
    /** Code holds the event loop of the process: its threads go on. */
    | { kind: 'block'; point: 'before' | 'after'; ms: number }
    /** The request fails; `lost`: it took effect all the same. */
    | { kind: 'error'; lost: boolean }
    /** The request takes long; later ones overtake it. */
    | { kind: 'slow'; ms: number }
    /** Somebody sets the clock. */
    | { kind: 'clock'; ms: number }
  );

interface FaultPlace {
  slot: number;
  request: number;
}

/** A fault in a few words. */
export function describeFault(fault: Fault): string {
  const { slot, request, kind, ...rest } = fault;
  const details = Object.entries(rest).map(([name, value]) => `${name}=${value}`);
  return `slot ${slot}, request ${request}: ${kind} ${details.join(' ')}`;
}
