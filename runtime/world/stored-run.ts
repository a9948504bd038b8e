/**
 * Runs as they are taken from one store and put into another one. Values are as the store has them: nothing is
 * decrypted on the way.
 */
import type { RunId } from '../contract/ids.ts';
import type { JournalEvent } from '../journal/events.ts';
import type { Chunk, HookRecord, InboxMessage, RunRecord, StepCallKey, TokenReceipt } from './records.ts';

/** All that a store has of a run, besides its events and its chunks. */
export interface StoredRun {
  record: RunRecord;
  /** How long it is kept after its end; `null`: for ever. */
  retentionMs: number | null;
  /** When its last owner was found to be lost, see `ClaimedRun.abandonedAt`. `unknown`: at an unknown time. */
  abandonedAt: number | 'unknown' | null;
  /** Number of the last message that it ever got. */
  inboxLast: number;
  /** In the order of their numbers. */
  inbox: InboxMessage[];
  /** Active hooks, in the order of their calls. */
  hooks: HookRecord[];
  /** In the order of tokens and ids. */
  receipts: TokenReceipt[];
  /** In the order of their names. */
  streams: StoredStream[];
}

/** A stream of a run, and which step calls have written its chunks. */
export interface StoredStream {
  stream: string;
  nextIndex: number;
  /** Also when its run has ended. */
  closed: boolean;
  /** In the order of run and call. */
  writers: StoredWriter[];
}

/** A step call that has written to a stream, and its latest attempt. */
export interface StoredWriter extends StepCallKey {
  epoch: number;
  attempt: number;
  /** In the order of their positions. None continues the one before. */
  ranges: ChunkRange[];
}

/** The chunks of a call from `position` on are at `n` and after in the stream. */
export interface ChunkRange {
  position: number;
  n: number;
  count: number;
}

/** Some of the events and chunks of a run. */
export interface RunPart {
  runId: RunId;
  events: JournalEvent[];
  chunks: PlacedChunks[];
}

/** Chunks of a stream of a run, the first at index `from`. */
export interface PlacedChunks {
  stream: string;
  from: number;
  chunks: (Chunk | null)[];
}

/** A run that is put into a store: all that its stages do not have yet. */
export interface ArrivingRun extends RunPart {
  run: StoredRun;
  /** Where its other parts are, see `World.stageRun`; `null`: there are none. */
  stage: number | null;
}

/**
 * The result for one run. `exists`: the store has a run of this id. The others: another run has its key, the token of
 * one of its hooks, or a receipt of the same token and id.
 */
export type ArrivalOutcome =
  | { ok: true }
  | { ok: false; reason: 'exists' }
  | { ok: false; reason: 'key_taken' | 'token_taken' | 'receipt_taken'; heldBy: RunId };

/**
 * Why a store takes no workers. `export`: its runs are moved to another store, and it takes no change of a run, either.
 * `import`: runs are on their way into it, and none may go on before all are there.
 */
export type HoldReason = 'export' | 'import';

/** The facts of a store itself. */
export interface StoreIdentity {
  /** The project that it belongs to; `null`: none has joined it. */
  project: string | null;
  /** Signs requests between machines. */
  secret: string;
  /** See {@link HoldReason}; `null`: it is open to workers. */
  held: HoldReason | null;
}
