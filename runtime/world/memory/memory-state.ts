/** The state of a memory World. */
import type { BuildId, RunId, WorkerId } from '../../contract/ids.ts';
import type { WorkflowBundle } from '../../contract/build.ts';
import type { ArchivedSteps, Change, HoldReason, HookRecord, KeptReceipt, RunPart } from '../world.ts';
import type { MemoryRun } from './memory-run.ts';
import type { MemoryOffer } from './offers.ts';

/** All runs, hooks, workers and bundles, and the listeners to changes. */
export class MemoryState {
  /** In the order in which they were created. */
  readonly runs = new Map<RunId, MemoryRun>();
  /** How many runs were ever created. */
  runsCreated = 0;
  /** Active hooks by token. */
  readonly hooks = new Map<string, HookRecord>();
  /** Receipts of payloads by token and id. */
  readonly receipts = new Map<string, KeptReceipt & { at: number }>();
  /** By run and call. */
  readonly offers = new Map<string, MemoryOffer>();
  /** Ends of the leases. */
  readonly workers = new Map<WorkerId, number>();
  readonly bundles = new Map<BuildId, WorkflowBundle>();
  readonly steps = new Map<BuildId, ArchivedSteps>();
  /** The project that it belongs to. */
  project: string | null = null;
  /** Signs requests between machines. */
  secret = '';
  /** See `RunMoves.hold`. */
  held: HoldReason | null = null;
  /** Parts of runs that are on their way in, by stage. */
  readonly stages = new Map<number, RunPart[]>();
  readonly listeners = new Set<(change: Change) => void>();

  publish(change: Change): void {
    for (const listener of this.listeners) listener(structuredClone(change));
  }

  publishRun({ record }: MemoryRun): void {
    this.publish({ kind: 'run', runId: record.runId, status: record.status });
    if (record.owner === null && record.dueAt !== null) this.publish({ kind: 'due', dueAt: record.dueAt });
  }
}
