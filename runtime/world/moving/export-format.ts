/**
 * The form of an export: lines of JSON. The first one says where it comes from, the last one how many runs there are
 * and the SHA-256 of all lines before it. Between them each run has a line `run`, lines with its events and chunks, and
 * a line `endOfRun`. A bundle comes before the first line that names it.
 */
import type { CodeContracts } from '../../contract/code-contracts.ts';
import type { WorkflowBundle } from '../../contract/build.ts';
import type { JournalEvent } from '../../journal/events.ts';
import type { Chunk, StoredRun } from '../world.ts';

/** The format that this version writes; it reads this one and those before it. */
export const EXPORT_FORMAT = 1;

/** The first line. */
export interface ExportHeader {
  workflowExport: number;
  /** The version of this package that wrote it. */
  version: string;
  exportedAt: number;
  /** The project of the store; `null`: none has joined it. */
  project: string | null;
  /** Runs that have not ended may be among them. */
  hasLiveRuns: boolean;
  /** How many runs follow, as far as it was known before. */
  runs: number;
  /** The secret of the store, if all its runs are here. */
  secret?: string;
}

/** A bundle with what the store has of its steps. */
export interface ExportedBundle extends WorkflowBundle {
  contracts: CodeContracts | null;
  steps: string | null;
}

/** A chunk as JSON; `null`: it was dropped. */
type ChunkJson = string | { bytes: string } | null;

/** Any other line. */
export type ExportLine =
  | { bundle: ExportedBundle }
  | { run: StoredRun }
  | { events: JournalEvent[] }
  | { chunks: { stream: string; from: number; chunks: ChunkJson[] } }
  /** The digest of the run, see `run-digest.ts`; `null`: it was deleted meanwhile, and does not count. */
  | { endOfRun: string | null }
  | { end: { runs: number; sha256: string } };

/** A chunk as a line has it. */
export const toChunkJson = (chunk: Chunk | null): ChunkJson =>
  chunk === null || typeof chunk === 'string' ? chunk : { bytes: Buffer.from(chunk).toString('base64') };

/** The inverse of {@link toChunkJson}. */
export const fromChunkJson = (json: ChunkJson): Chunk | null =>
  json === null || typeof json === 'string' ? json : new Uint8Array(Buffer.from(json.bytes, 'base64'));
