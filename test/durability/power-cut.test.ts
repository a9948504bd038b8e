/**
 * The power goes at any moment, and with it what was written but not synced. The writes, the syncs and the answers of a
 * real store are taken from a trace of its system calls; disks are made from them as a power cut would leave them, and
 * opened.
 */
import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunId } from '../../runtime/contract/ids.ts';
import type { Durability } from '../../runtime/world/open.ts';
import { toPaths } from '../../runtime/world/sqlite/store-paths.ts';
import { makeDataDir } from '../world/test-store.ts';
import { findDamage } from './find-damage.ts';
import { DiskImage, type Survival } from './disk-image.ts';
import { canTrace, traceScript, type FileOperation } from './syscall-trace.ts';

const WRITER = new URL('./traced-writer.ts', import.meta.url);
/** Three runs are created, and each gets twelve commits. */
const ANSWERS = 3 * 13;
/** Between answers the power goes after each so many operations. */
const MOMENTS_APART = 6;
const STORE_FILES = ['workflow.db', 'workflow.db-wal'];

const NOTHING_SURVIVES: Survival = () => false;
/** Fates of writes that were not synced: a disk is free to choose. */
const SURVIVALS: Survival[] = [
  NOTHING_SURVIVES,
  () => true,
  everySecond(),
  // Only the database, only the log.
  ({ file }) => !file.endsWith('-wal'),
  ({ file }) => file.endsWith('-wal'),
];

function everySecond(): Survival {
  let count = 0;
  return () => count++ % 2 === 0;
}

/** The disk and what was acknowledged, as they change operation by operation. */
class Machine {
  readonly image = new DiskImage();
  /** The length of each journal. */
  readonly acknowledged = new Map<RunId, number>();

  apply(operation: FileOperation): void {
    if (!isAnswer(operation)) this.image.apply(operation);
    else if (operation.kind === 'write') {
      const [runId, seq] = operation.bytes.toString().trim().split(' ');
      this.acknowledged.set(runId as RunId, Number(seq));
    }
  }
}

const isAnswer = ({ file }: FileOperation): boolean => basename(file) === 'answers';

/** A directory with the files of the store as the power cut left them. */
function saveStore(image: DiskImage, traced: string, survives: Survival): string {
  const dataDir = makeDataDir();
  mkdirSync(toPaths(dataDir).workersDir);
  for (const name of STORE_FILES) image.save(join(traced, name), join(dataDir, name), survives);
  return dataDir;
}

/** Lets a store work, and cuts the power at every answer and often in between; gives the damage of each time. */
function cutPowerOften(durability: Durability): string[] {
  const directory = makeDataDir();
  const traced = join(directory, 'data');
  const operations = traceScript(WRITER, [traced, join(directory, 'answers'), durability], join(directory, 'trace'));
  const first = operations.findIndex(isAnswer);
  expect(operations.filter(isAnswer)).toHaveLength(ANSWERS);
  const machine = new Machine();
  return operations.flatMap((operation, i) => {
    machine.apply(operation);
    // Right after an answer the disk owes most; in between it may be in the midst of anything.
    if (i < first || (!isAnswer(operation) && i % MOMENTS_APART !== 0)) return [];
    const survivals = [SURVIVALS[i % SURVIVALS.length]!, ...(isAnswer(operation) ? [NOTHING_SURVIVES] : [])];
    return survivals.flatMap((survives) =>
      findDamage(saveStore(machine.image, traced, survives), machine.acknowledged),
    );
  });
}

describe.runIf(canTrace())('when the power goes and takes with it what was not synced', () => {
  it('every acknowledged commit is there, at whatever moment and whatever the disk had written', () => {
    expect(cutPowerOften('commit')).toEqual([]);
  });

  it('only the relaxed durability loses the last commits, and even then nothing is there by half', () => {
    const damage = cutPowerOften('relaxed');
    expect(damage).not.toEqual([]);
    expect(damage.filter((what) => !/ends after event/.test(what))).toEqual([]);
  });
});
