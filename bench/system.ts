/** The interface of a system under test, as the workloads use it. Each file of `drivers/` implements it once. */

/** The workflows of `workflows/bench.ts`. */
export type WorkflowName = 'sequence' | 'fanOut' | 'nap' | 'waitForHook' | 'waitForCall' | 'publish';
export type WorkflowArgs = readonly (number | string)[];

export interface System {
  /** Starts a run. A driver may use the token of `waitForHook` as the id of the run. */
  start(workflow: WorkflowName, args: WorkflowArgs): Promise<StartedRun>;
  /** Whether a run has opened the hook with this token; `true` where the system does not tell. */
  isOpen(token: string): Promise<boolean>;
  /** Hands a payload to the run that waits for `token`. */
  resume(token: string, payload: number): Promise<void>;
  /** How often it has made something of a run durable since it was opened; left out where the system does not tell. */
  commits?(): number;
  diskBytes(): Promise<DiskBytes>;
  /** Versions and settings that a reader of the figures should know. */
  settings(): Promise<Record<string, string>>;
  /** Stops everything the system started, its processes too. */
  close(): Promise<void>;
}

export interface StartedRun {
  /** Resolves with the result, in the way the system's documentation gives. */
  result(): Promise<unknown>;
  /** The chunks that `publish` writes, from the first, as they come. */
  chunks(): AsyncIterable<unknown>;
  /**
   * When the system recorded the end of the run, in milliseconds since the epoch. Only for a system that tells of an
   * end later than it happens; the others leave it out.
   */
  recordedEndMs?(): Promise<number>;
}

export interface DiskBytes {
  /** Space taken by what the system keeps. */
  data: number;
  /** Bytes written to a log beside it that is recycled later. */
  log: number;
}

/** Opens the system with its store in an empty directory. */
export type OpenSystem = (dir: string) => Promise<System>;
