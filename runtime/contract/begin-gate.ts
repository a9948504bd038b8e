/** The gate that every step attempt passes right before it begins. */

/** Says whether this process may begin attempts: only while it provably owns the runs that it works on. */
export interface BeginGate {
  /** Asked synchronously before the user's function is called. */
  readonly isOpen: boolean;
  /** Resolves when it is open again, and sees to that; never when the process gives its runs up for good. */
  untilOpen(): Promise<void>;
}
