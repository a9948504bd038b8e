/** Puts the runs of an export into a store. */
import type { RunId } from '../../contract/ids.ts';
import { bytesOfEvents, EVENT_BYTES } from '../journal-bytes.ts';
import { withdrawNote } from '../encrypted/plain-values.ts';
import { worldError } from '../messages.ts';
import type { ArrivalOutcome, ArrivingRun, RunPart, StoredRun, World } from '../world.ts';
import { assertAlone } from './export-runs.ts';
import { type ExportedBundle, type ExportHeader, fromChunkJson } from './export-format.ts';
import type { AnyExportLine } from './read-export.ts';
import { digestOf, RunDigest } from './run-digest.ts';

/** Runs of one request have about so many bytes together. A run with more comes in stages. */
const REQUEST_BYTES = 2 * 2 ** 20;
const RUNS_PER_REQUEST = 200;

/** A run that was not put into the store. */
export interface RefusedRun {
  runId: RunId;
  /**
   * `differs`: the store has a run of this id with another content. The others: another run has its key, the token of
   * one of its hooks, or a receipt.
   */
  reason: 'differs' | Exclude<Extract<ArrivalOutcome, { ok: false }>['reason'], 'exists'>;
  /** The run that is in the way; `null`: the run itself. */
  heldBy: RunId | null;
}

/** The outcome of an import. */
export interface ImportSummary {
  /** How many runs it has put into the store. */
  imported: number;
  /** How many were there already, with the same content. */
  skipped: number;
  refused: RefusedRun[];
  bundles: number;
  /** Whether the store signs with the secret of the other one now; `null`: the export does not have it. */
  hasSecret: boolean | null;
}

/** How an import goes on. */
export interface ImportOptions {
  /** The file, for messages. */
  name: string;
  /** Milliseconds since the epoch. */
  now: number;
  /** Called now and then with the number of runs so far, and of all. */
  onProgress?: (runs: number, all: number) => void;
}

/**
 * Puts runs into a store, each as a whole or not at all. It may be stopped at any moment and repeated: runs that are
 * there already are skipped. If some have not ended, no worker can join before all are there.
 * @param world The store itself, without keys: values stay as they are.
 * @param lines From `readExport`.
 * @throws `world_import_worker`, `world_import_damaged`, `world_moves_unsupported`, `world_project_differs`,
 *   `world_store_exported`, and those of `readExport`.
 */
export async function importRuns(
  world: World,
  lines: AsyncIterable<AnyExportLine>,
  options: ImportOptions,
): Promise<ImportSummary> {
  let load: Import | null = null;
  for await (const line of lines) {
    if ('workflowExport' in line) load = await beginImport(world, line, options);
    else await load!.take(line);
  }
  return await load!.finish();
}

async function beginImport(world: World, header: ExportHeader, options: ImportOptions): Promise<Import> {
  const { project, hasLiveRuns, secret } = header;
  await assertAlone(world);
  if (project !== null) await world.joinProject({ name: project, formerName: null });
  if (hasLiveRuns && !(await world.moves().hold('import', options.now)))
    throw worldError('world_import_worker', { name: options.name });
  // An import that was interrupted has left them.
  await world.moves().dropStages();
  // The runs that come may have plain values.
  await withdrawNote(world);
  const hasSecret = secret === undefined ? null : await world.moves().takeSecret(secret);
  return new Import(world, header, { ...options, hasSecret });
}

/** A run of which lines are still coming. */
interface ComingRun {
  run: StoredRun;
  digest: RunDigest;
  part: RunPart;
  bytes: number;
  stage: number | null;
  /** The store has a run of this id: nothing of this one is kept. */
  isThere: boolean;
}

/** An import that is under way. */
class Import {
  readonly #world: World;
  readonly #header: ExportHeader;
  readonly #options: ImportOptions;
  readonly #summary: ImportSummary;
  #coming: ComingRun | null = null;
  #batch: { arriving: ArrivingRun; digest: string }[] = [];
  #batchBytes = 0;
  #hasStages = false;
  #count = 0;

  constructor(world: World, header: ExportHeader, options: ImportOptions & Pick<ImportSummary, 'hasSecret'>) {
    this.#world = world;
    this.#header = header;
    this.#options = options;
    this.#summary = { imported: 0, skipped: 0, refused: [], bundles: 0, hasSecret: options.hasSecret };
  }

  async take(line: Exclude<AnyExportLine, ExportHeader>): Promise<void> {
    if ('bundle' in line) return await this.#saveBundle(line.bundle);
    if ('run' in line) return this.#begin(line.run);
    if ('endOfRun' in line) return await this.#end(line.endOfRun);
    if ('events' in line) return await this.#add({ events: line.events, chunks: [] });
    if (!('chunks' in line)) return;
    const { stream, from, chunks } = line.chunks;
    await this.#add({ events: [], chunks: [{ stream, from, chunks: chunks.map(fromChunkJson) }] });
  }

  async finish(): Promise<ImportSummary> {
    await this.#flush();
    if (this.#hasStages) await this.#world.moves().dropStages();
    if (this.#header.hasLiveRuns) await this.#world.moves().endHold();
    return this.#summary;
  }

  async #saveBundle({ contracts, steps, ...bundle }: ExportedBundle): Promise<void> {
    this.#summary.bundles += 1;
    // A later deployment may know more of the steps of this build.
    if (await this.#world.loadBundle(bundle.buildId)) return;
    await this.#world.saveBundle(bundle, contracts ? { contracts, code: steps } : undefined);
  }

  #begin(run: StoredRun): void {
    const part = { runId: run.record.runId, events: [], chunks: [] };
    this.#coming = { run, digest: new RunDigest(run), part, bytes: bytesOfRun(run), stage: null, isThere: false };
  }

  async #add({ events, chunks }: Omit<RunPart, 'runId'>): Promise<void> {
    const coming = this.#coming!;
    coming.digest.add({ events, chunks });
    if (coming.isThere) return;
    coming.part.events.push(...events);
    coming.part.chunks.push(...chunks);
    coming.bytes += bytesOfEvents(events);
    for (const list of chunks) for (const chunk of list.chunks) coming.bytes += EVENT_BYTES + (chunk?.length ?? 0);
    if (coming.bytes >= REQUEST_BYTES) await this.#stage(coming);
  }

  async #stage(coming: ComingRun): Promise<void> {
    const { part, stage } = coming;
    if (stage === null) {
      // The runs before it get their numbers first.
      await this.#flush();
      coming.isThere = (await this.#world.readRun(part.runId)) !== null;
    }
    if (!coming.isThere) {
      this.#hasStages = true;
      coming.stage = await this.#world.moves().stageRun(part, stage);
    }
    coming.part = { ...part, events: [], chunks: [] };
    coming.bytes = 0;
  }

  /** @param expected The digest; `null`: the run does not count. */
  async #end(expected: string | null): Promise<void> {
    const { run, digest, part, bytes, stage, isThere } = this.#coming!;
    this.#coming = null;
    if (expected === null) return;
    const found = digest.finish();
    if (found !== expected) {
      const detail = `the run ${run.record.runId} is not as it was written`;
      throw worldError('world_import_damaged', { name: this.#options.name, detail });
    }
    if (isThere) return await this.#note({ runId: part.runId, digest: found }, { ok: false, reason: 'exists' });
    this.#batch.push({ arriving: { ...part, run, stage }, digest: found });
    this.#batchBytes += bytes;
    if (this.#batchBytes >= REQUEST_BYTES || this.#batch.length >= RUNS_PER_REQUEST) await this.#flush();
  }

  async #flush(): Promise<void> {
    const batch = this.#batch;
    if (batch.length === 0) return;
    this.#batch = [];
    this.#batchBytes = 0;
    const outcomes = await this.#world.moves().insertRuns(batch.map(({ arriving }) => arriving));
    for (const [i, outcome] of outcomes.entries()) {
      const { arriving, digest } = batch[i]!;
      await this.#note({ runId: arriving.runId, digest }, outcome);
    }
    this.#count += batch.length;
    this.#options.onProgress?.(this.#count, this.#header.runs);
  }

  async #note({ runId, digest }: { runId: RunId; digest: string }, outcome: ArrivalOutcome): Promise<void> {
    if (outcome.ok) this.#summary.imported += 1;
    else if (outcome.reason !== 'exists')
      this.#summary.refused.push({ runId, reason: outcome.reason, heldBy: outcome.heldBy });
    else if (await this.#isSame(runId, digest)) this.#summary.skipped += 1;
    else this.#summary.refused.push({ runId, reason: 'differs', heldBy: null });
  }

  async #isSame(runId: RunId, digest: string): Promise<boolean> {
    const run = await this.#world.moves().readStoredRun(runId);
    return run !== null && (await digestOf(this.#world, run)) === digest;
  }
}

const bytesOfRun = ({ inbox, receipts, hooks, streams }: StoredRun): number => {
  const payloads = [...inbox.map(({ content }) => content), ...receipts, ...hooks, ...streams];
  return EVENT_BYTES + payloads.reduce((bytes, item) => bytes + JSON.stringify(item).length, 0);
};
