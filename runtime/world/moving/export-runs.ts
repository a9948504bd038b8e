/** Writes runs of a store as an export, see `export-format.ts`. */
import { createHash } from 'node:crypto';
import type { BuildId, RunId } from '../../contract/ids.ts';
import { VERSION } from '../../contract/version.ts';
import { isTerminal, type JournalEvent } from '../../journal/events.ts';
import { worldError } from '../messages.ts';
import { isInSet } from '../sharded/database-set.ts';
import type { RunFilter, RunRecord, StoredRun, World } from '../world.ts';
import { EXPORT_FORMAT, type ExportHeader, type ExportLine, toChunkJson } from './export-format.ts';
import { readParts } from './read-whole-run.ts';
import { RunDigest } from './run-digest.ts';

/** Which runs to export. Without conditions: all. */
export interface ExportSelection extends Omit<RunFilter, 'limit' | 'cursor'> {
  runIds?: readonly RunId[];
}

/** How an export goes on. */
export interface ExportOptions {
  /** Milliseconds since the epoch. */
  now: number;
  /** Called now and then with the number of runs so far, and of all. */
  onProgress?: (runs: number, all: number) => void;
}

const RUNS_PER_PAGE = 500;

/**
 * The lines of an export, without line ends. Nothing is yielded before it is sure that the runs may be exported.
 * @param world The store itself, without keys: values stay as they are.
 * @throws `world_export_live` when runs have not ended and the store is not held for `export`, `world_export_unknown`,
 *   `world_export_newer`, `world_moves_unsupported`.
 */
export async function* exportRuns(
  world: World,
  selection: ExportSelection,
  { now, onProgress = () => {} }: ExportOptions,
): AsyncGenerator<string, void> {
  await assertAlone(world);
  const { project, secret, held } = await world.moves().readIdentity();
  const { pages, runs, live } = await select(world, selection);
  if (live > 0 && held !== 'export') throw worldError('world_export_live', { live, runs });
  const isWhole = held === 'export' && Object.keys(selection).length === 0;
  const header: ExportHeader = {
    workflowExport: EXPORT_FORMAT,
    version: VERSION,
    exportedAt: now,
    project,
    hasLiveRuns: live > 0,
    runs,
    ...(isWhole && { secret }),
  };
  const hash = createHash('sha256');
  const write = (line: ExportHeader | ExportLine): string => {
    const text = JSON.stringify(line);
    hash.update(text).update('\n');
    return text;
  };
  yield write(header);
  const builds = new Set<BuildId>();
  let count = 0;
  for (let page = pages.pop(); page !== undefined; page = pages.pop()) {
    for (const runId of page.split(' ').toReversed() as RunId[]) {
      const run = await world.moves().readStoredRun(runId);
      // It was deleted meanwhile.
      if (!run) continue;
      let isWholeRun = false;
      for await (const line of linesOf(world, run, builds)) {
        isWholeRun = 'endOfRun' in line && line.endOfRun !== null;
        yield write(line);
      }
      if (isWholeRun) onProgress(++count, runs);
    }
  }
  yield JSON.stringify({ end: { runs: count, sha256: hash.digest('hex') } } satisfies ExportLine);
}

/** The selected runs: ids in pages, each as one text, newest first. A million runs take 32 MB. */
interface Selected {
  pages: string[];
  runs: number;
  /** How many have not ended. */
  live: number;
}

/**
 * Letters to other databases, and notes about tokens, are no part of runs.
 * @throws `world_moves_unsupported` for one of several databases.
 */
export async function assertAlone(world: World): Promise<void> {
  if (await isInSet(world)) throw worldError('world_moves_unsupported', { store: `${world.kind}, one of several` });
}

async function select(world: World, { runIds, ...filter }: ExportSelection): Promise<Selected> {
  const selected: Selected = { pages: [], runs: 0, live: 0 };
  const add = (records: readonly RunRecord[]): void => {
    if (records.length > 0) selected.pages.push(records.map(({ runId }) => runId).join(' '));
    selected.runs += records.length;
    selected.live += records.filter(({ status }) => !isTerminal(status)).length;
  };
  const wanted = runIds && new Set(runIds);
  for (const runId of wanted ?? [])
    if (!(await world.readRun(runId))) throw worldError('world_export_unknown', { runId });
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await world.listRuns({ ...filter, limit: RUNS_PER_PAGE, ...(cursor !== undefined && { cursor }) });
    add(wanted ? page.runs.filter(({ runId }) => wanted.has(runId)) : page.runs);
    ({ cursor } = page);
  }
  return selected;
}

async function* linesOf(world: World, run: StoredRun, builds: Set<BuildId>): AsyncGenerator<ExportLine, void> {
  const { runId, buildId } = run.record;
  const digest = new RunDigest(run);
  const ofInbox = run.inbox.map(({ content }) => (content.type === 'move' ? content.buildId : null));
  yield* bundlesOf(world, [buildId, ...ofInbox], builds);
  yield { run: { ...run, record: { ...run.record, owner: null } } };
  for await (const part of readParts(world, run)) {
    digest.add(part);
    const { events, chunks: lists } = part;
    for (const event of events) assertKnown(runId, event);
    yield* bundlesOf(world, events.flatMap(buildsOf), builds);
    if (events.length > 0) yield { events };
    for (const { stream, from, chunks } of lists) yield { chunks: { stream, from, chunks: chunks.map(toChunkJson) } };
  }
  // A run that is deleted is gone at once, and then bit by bit.
  const isThere = (await world.readRun(runId)) !== null;
  yield { endOfRun: isThere ? digest.finish() : null };
}

function buildsOf(event: JournalEvent): (BuildId | null)[] {
  const callerBuildId = event.type === 'run_created' && event.callerBuildId;
  return [('buildId' in event && event.buildId) || null, callerBuildId || null];
}

async function* bundlesOf(
  world: World,
  buildIds: readonly (BuildId | null)[],
  known: Set<BuildId>,
): AsyncGenerator<ExportLine, void> {
  for (const buildId of buildIds) {
    if (buildId === null || known.has(buildId)) continue;
    known.add(buildId);
    const bundle = await world.loadBundle(buildId);
    if (!bundle) continue;
    const [contracts, steps] = [await world.loadContracts(buildId), await world.loadStepCode(buildId)];
    yield { bundle: { ...bundle, contracts, steps } };
  }
}

/** Fields of an event that this version does not know would be lost. */
function assertKnown(runId: RunId, { type, seq }: JournalEvent): void {
  if (type.startsWith('unknown_')) throw worldError('world_export_newer', { runId, seq });
}

/**
 * Closes a store to workers and changes, so that all its runs can be exported. It stays closed.
 * @throws `world_export_worker`, `world_store_importing`.
 */
export async function freezeStore(world: World, now: number): Promise<void> {
  await assertAlone(world);
  if (!(await world.moves().hold('export', now))) throw worldError('world_export_worker', { store: world.kind });
}
