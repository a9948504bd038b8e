/** Random questions to two Worlds. */
import { expect } from 'vitest';
import type { RunId } from '../../runtime/contract/ids.ts';
import type { ChunkWriter, Outbox, StreamAppend, World } from '../../runtime/world/world.ts';
import {
  ALICE,
  completed,
  LEASE_UNTIL,
  NOW,
  stepCreated,
  toCommit,
  toNewRun,
  toRunId,
  type EventInput,
} from './run-fixtures.ts';

const QUESTIONS = 80;
const RUNS = 5;

/** Pseudo-random numbers, the same for the same seed (mulberry32). */
function makePick(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

type Question = (world: World) => Promise<unknown>;

/** A request about one of a few runs, so that requests often concern the same data. */
function makeQuestion(pick: (below: number) => number): Question {
  const anyRun = (): RunId => toRunId(pick(RUNS));
  const anyName = (): string => ['a', 'b'][pick(2)]!;
  const chunks = (count: number): string[] => Array.from({ length: count }, () => String(pick(1_000)));
  /** How many epochs an owner is behind: mostly none. */
  const staleness = (): number => (pick(6) === 0 ? 1 : 0);
  const writer = (): ChunkWriter => ({
    runId: anyRun(),
    epoch: staleness(),
    call: pick(2),
    attempt: 1 + pick(4),
    position: pick(6),
  });
  const outbox = (): Outbox => ({
    runs: pick(3) ? [] : [toNewRun({ runId: anyRun(), created: { attributes: { n: pick(3) } } })],
    messages: pick(2) ? [] : [{ runId: anyRun(), content: { type: 'wake' }, at: NOW + pick(9) }],
  });
  const appends = (): StreamAppend[] =>
    Array.from({ length: pick(3) }, () => ({
      runId: anyRun(),
      stream: anyName(),
      chunks: chunks(pick(3)),
      closes: pick(8) === 0,
    }));
  const events = (): EventInput[] =>
    [[], [stepCreated(0)], [{ type: 'run_paused', at: NOW } as const], [stepCreated(1), completed()]][pick(4)]!;
  const makers: (() => Question)[] = [
    () => {
      const created = { retentionMs: pick(20), ...(pick(2) ? { key: anyName() } : {}) };
      const takesKeyFrom = pick(2) ? anyRun() : null;
      const run = toNewRun({ runId: anyRun(), owner: pick(3) ? ALICE : null, created, takesKeyFrom });
      const carried = { ...run, appends: appends(), outbox: outbox() };
      return (world) => world.createRun(carried);
    },
    () => {
      const runId = anyRun();
      const brought = events();
      const carried = { appends: brought.length > 0 ? appends() : [], outbox: outbox() };
      const commit = { runId, dueAt: NOW, release: pick(3) === 0, events: brought, ...carried };
      const [stale, takes] = [staleness(), pick(3)];
      return async (world) => {
        const { epoch, seq } = await readPosition(world, runId);
        const inboxTaken = (await world.readInbox(runId)).at(takes)?.n ?? 0;
        return world.commit(toCommit({ ...commit, epoch: epoch - stale, afterSeq: seq, inboxTaken }));
      };
    },
    () => {
      const asked = [anyRun(), anyName(), chunks(pick(4))] as const;
      const by = writer();
      return async (world) => world.appendChunks(...asked, await atEpoch(world, by));
    },
    () => {
      const asked = [anyRun(), anyName(), chunks(pick(4))] as const;
      return (world) => world.appendChunks(...asked);
    },
    () => {
      const asked = [anyRun(), anyName()] as const;
      const by = writer();
      return async (world) => world.finishAppends(...asked, await atEpoch(world, by));
    },
    () => {
      const limit = pick(3);
      return (world) => world.claimDue(ALICE, NOW + 5, limit);
    },
    () => {
      const leaves = pick(4) === 0;
      return async (world) => {
        if (leaves) await world.leaveWorker(ALICE);
        await world.joinWorker(ALICE, LEASE_UNTIL);
      };
    },
    () => {
      const now = NOW + pick(40);
      return (world) => world.purgeExpired(now, 2);
    },
  ];
  return makers[pick(makers.length)]!();
}

/** The position of a run in its journal; any position when there is no such run. */
async function readPosition(world: World, runId: RunId): Promise<{ epoch: number; seq: number }> {
  return (await world.readRun(runId)) ?? { epoch: 1, seq: 1 };
}

/** A writer at the epoch of its run, minus the epochs that it is behind. */
async function atEpoch(world: World, writer: ChunkWriter): Promise<ChunkWriter> {
  const { epoch } = await readPosition(world, writer.runId);
  return { ...writer, epoch: epoch - writer.epoch };
}

/** Everything that can be read about the runs. */
async function readAll(world: World): Promise<unknown> {
  const runs = await world.listRuns({ limit: 100 });
  const found = await world.listRuns({ attributes: { n: 1 }, limit: 100 });
  const details = runs.runs.map(async ({ runId }) => ({
    journal: await world.readJournal(runId),
    inbox: await world.readInbox(runId),
    streams: await world.listStreams(runId),
    chunks: await Promise.all(['a', 'b'].map((name) => world.readChunks(runId, name, 0, 1_000))),
    written: await Promise.all(['a', 'b'].map((name) => world.readStepChunks(runId, name, { runId, call: 0 }))),
  }));
  return { runs, found, details: await Promise.all(details), dueAt: await world.nextDueAt() };
}

/** Asks two empty Worlds the same random questions, and compares their answers and all that they hold then. */
export async function expectSameAnswers(known: World, other: World, seed: number): Promise<void> {
  const pick = makePick(seed);
  for (const world of [known, other]) await world.joinWorker(ALICE, LEASE_UNTIL);
  for (let i = 0; i < QUESTIONS; i++) {
    const ask = makeQuestion(pick);
    const [expected, answer] = await Promise.all([ask(known), ask(other)]);
    expect(answer, `question ${i}`).toEqual(expected);
  }
  await expect(readAll(other)).resolves.toEqual(await readAll(known));
}
