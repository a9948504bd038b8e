/** All that a store has, for comparing two of them. */
import type { BuildId } from '../../runtime/contract/ids.ts';
import type { World } from '../../runtime/world/world.ts';

/** Runs, newest first, with their journals, chunks and what step calls have written; hooks; and the builds of runs. */
export async function readStore(world: World): Promise<unknown> {
  const { runs } = await world.listRuns({ limit: 10_000 });
  const builds = new Set(runs.flatMap(({ buildId }) => buildId ?? []));
  return {
    runs: await Promise.all(runs.map(({ runId }) => readAll(world, runId))),
    hooks: (await world.listHooks({ limit: 10_000 })).hooks,
    live: (await world.countLiveRuns()).map((count) => JSON.stringify(count)).sort(),
    dueAt: await world.nextDueAt(),
    builds: await Promise.all([...builds].sort().map((buildId) => readBuild(world, buildId))),
  };
}

async function readAll(world: World, runId: Parameters<World['readRun']>[0]): Promise<unknown> {
  const stored = (await world.moves().readStoredRun(runId))!;
  const { parked, attributes } = stored.record;
  const [name] = Object.keys(attributes);
  return {
    ...stored,
    record: { ...stored.record, owner: null },
    journal: await world.readJournal(runId),
    isFound: {
      byKey: stored.record.key !== null && (await world.listRuns({ key: stored.record.key, limit: 9 })).runs.length,
      byAttribute:
        name !== undefined &&
        (await world.listRuns({ attributes: { [name]: attributes[name]! }, limit: 9 })).runs.length,
      byParking: parked !== null && (await world.listRuns({ isParked: true, limit: 9 })).runs.length,
    },
    streams: await Promise.all(
      stored.streams.map(async ({ stream, nextIndex, writers, ...rest }) => ({
        ...rest,
        stream,
        chunks: (await world.readChunks(runId, stream, 0, nextIndex)).chunks,
        writers: await Promise.all(
          writers.map(async (writer) => ({ ...writer, chunks: await world.readStepChunks(runId, stream, writer) })),
        ),
      })),
    ),
  };
}

async function readBuild(world: World, buildId: BuildId): Promise<unknown> {
  return {
    bundle: await world.loadBundle(buildId),
    contracts: await world.loadContracts(buildId),
    steps: await world.loadStepCode(buildId),
  };
}
