/**
 * The end of the write-ahead log is torn, at every kind of byte: every commit before it is there, and nothing of the
 * one it tore.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openForWriting } from '../../runtime/world/sqlite/open-database.ts';
import { readEventPage } from '../../runtime/world/sqlite/read-run.ts';
import { toPaths } from '../../runtime/world/sqlite/store-paths.ts';
import { ALICE, LEASE_UNTIL, RUN, stepCompleted, stepCreated, toCommit, toNewRun } from '../world/run-fixtures.ts';
import { ChildWorld } from '../world/child-world.ts';
import { makeDataDir } from '../world/test-store.ts';
import { findDamage } from './find-damage.ts';
import { FRAME_HEADER_BYTES, LOG_HEADER_BYTES, readFrames, type LogFrame } from './log-frames.ts';

const COMMITS = 5;
/** Frames at the end of the log that are torn. */
const FRAMES_TORN = 8;
/** Of the zeros after the last frame, which the store keeps ready, so many are left. */
const RESERVE_BYTES = 64 * 1024;

interface Acknowledged {
  /** Where the log ended when the commit was acknowledged. */
  logBytes: number;
  /** The length of the journal then. */
  seq: number;
}

/** The files of a store that was killed, and what it had acknowledged before. */
interface KilledStore {
  database: Buffer;
  log: Buffer;
  frames: LogFrame[];
  acknowledged: Acknowledged[];
}

async function killStore(): Promise<KilledStore> {
  const dataDir = makeDataDir();
  const { file } = toPaths(dataDir);
  const child = await ChildWorld.open(dataDir);
  await child.call('joinWorker', ALICE, LEASE_UNTIL);
  await child.call('createRun', toNewRun({ owner: ALICE }));
  const acknowledged: Acknowledged[] = [];
  const note = (seq: number): void => {
    acknowledged.push({ seq, logBytes: readFrames(readFileSync(`${file}-wal`)).at(-1)!.to });
  };
  note(1);
  for (let i = 0; i < COMMITS; i++) {
    const afterSeq = 1 + 2 * i;
    await child.call('commit', toCommit({ afterSeq, events: [stepCreated(i), stepCompleted(i)] }));
    note(afterSeq + 2);
  }
  await child.kill();
  const frames = readFrames(readFileSync(`${file}-wal`));
  const log = readFileSync(`${file}-wal`).subarray(0, frames.at(-1)!.to + RESERVE_BYTES);
  return { database: readFileSync(file), log, frames, acknowledged };
}

/** Offsets into the last frames: at their bounds, and in each of their parts. */
function toTears({ frames }: KilledStore): number[] {
  const inFrame = (from: number, to: number): number[] => {
    const page = from + FRAME_HEADER_BYTES;
    const [pageNumber, databaseSize, salt, firstSum, secondSum] = [0, 4, 8, 16, 20].map((offset) => from + offset + 1);
    return [from, pageNumber!, databaseSize!, salt!, firstSum!, secondSum!, page, page + 512, (page + to) >> 1, to - 1];
  };
  const torn = frames.slice(-FRAMES_TORN);
  return [...torn.flatMap(({ from, to }) => inFrame(from, to)), torn.at(-1)!.to];
}

const TEARS: Record<string, (log: Buffer, at: number) => Buffer> = {
  'cut off': (log, at) => log.subarray(0, at),
  'followed by zeros': (log, at) => Buffer.concat([log.subarray(0, at), Buffer.alloc(log.length - at)]),
  'followed by what the disk held before': (log, at) =>
    Buffer.concat([log.subarray(0, at), Buffer.alloc(log.length - at, 0xa5)]),
};

/** A directory with the files of a killed store, whose log is another one now. */
function saveStore({ database }: KilledStore, log: Buffer): string {
  const dataDir = makeDataDir();
  const { file, workersDir } = toPaths(dataDir);
  mkdirSync(workersDir);
  writeFileSync(file, database);
  writeFileSync(`${file}-wal`, log);
  return dataDir;
}

describe('a log whose end is', () => {
  it.each(Object.keys(TEARS))('%s, at any kind of byte, still has every commit that was whole', async (kind) => {
    const killed = await killStore();
    for (const at of toTears(killed)) {
      const dataDir = saveStore(killed, TEARS[kind]!(killed.log, at));
      const { seq } = killed.acknowledged.findLast(({ logBytes }) => logBytes <= at) ?? { seq: 0 };
      expect(findDamage(dataDir, new Map([[RUN, seq]]))).toEqual([]);
      expect(journalLength(dataDir), `torn at ${at}`).toBe(seq);
    }
  });

  it('in its header is no log at all, and the store opens as it was before it', async () => {
    const killed = await killStore();
    for (const at of [0, 1, LOG_HEADER_BYTES - 1, LOG_HEADER_BYTES]) {
      const dataDir = saveStore(killed, killed.log.subarray(0, at));
      expect(findDamage(dataDir, new Map())).toEqual([]);
      expect(journalLength(dataDir)).toBe(0);
    }
  });
});

function journalLength(dataDir: string): number {
  const store = openForWriting({ dataDir, durability: 'commit' });
  const { length } = readEventPage(store, RUN, 0).rows;
  store.db.close();
  return length;
}
