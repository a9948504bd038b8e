/** The messages between parent (`run-workload.ts`) and driver process (`driver.ts`) on Node's IPC channel. */
import type { WorkloadOutcome, WorkloadParams } from './workload.ts';

/** The first message to a driver process. */
export interface Job {
  type: 'job';
  params: WorkloadParams;
  /** Directory for the store; it may hold the one of the job before. */
  dir: string;
  /** Time for the measured part. */
  limitMs: number;
}

export type ToDriver = Job | { type: 'go' } | { type: 'stop' };

export type FromDriver =
  /** Open and warm; the parent reads the processor time of child processes and says `go`. */
  | { type: 'ready'; settings: Record<string, string> }
  | { type: 'measured'; outcome: WorkloadOutcome; self: SelfUse }
  /** Everything is closed; the process ends by itself. */
  | { type: 'stopped' }
  | { type: 'failed'; error: string };

/** Whether a message has this type. */
export function hasType<Message extends { type: string }, Type extends Message['type']>(
  message: Message,
  type: Type,
): message is Extract<Message, { type: Type }> {
  return message.type === type;
}

/** Resources that the driver process itself used during the measured part. */
export interface SelfUse {
  /** User and system time of all threads. */
  cpuMs: number;
  /** Memory at its end. */
  rssBytes: number;
  /** Growth during it. */
  diskDataBytes: number;
  diskLogBytes: number;
}
