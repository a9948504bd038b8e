/** Measures one durable write to the disk: no system can be faster. */
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { mean, quantile } from './statistics.ts';

const RECORD_BYTES = 200;
/** As long as a run is at rest before it is resumed. */
const REST_MS = 100;

export interface CommitCost {
  /** Append of 200 bytes and fdatasync. */
  appendP50Ms: number;
  appendP99Ms: number;
  /** One row in SQLite, WAL, synchronous=FULL: what "a commit" is in the targets. */
  sqliteP50Ms: number;
  /** The same when processor and disk had nothing to do before, which costs several times as much. */
  restedP50Ms: number;
}

export interface CommitSamples {
  /** Writes of each kind, one after another. */
  busy: number;
  /** Commits of SQLite, each after a rest. */
  rested: number;
}

/** @param dir A directory for its files. */
export async function measureCommitCost(dir: string, { busy, rested }: CommitSamples): Promise<CommitCost> {
  const append = timeAppends(join(dir, `append-${performance.now()}`), busy);
  const sqlite = await timeSqliteCommits(join(dir, `commit-${performance.now()}.db`), { busy, rested });
  return {
    appendP50Ms: quantile(append, 0.5),
    appendP99Ms: quantile(append, 0.99),
    sqliteP50Ms: quantile(sqlite.busy, 0.5),
    restedP50Ms: quantile(sqlite.rested, 0.5),
  };
}

/** Several measurements as one. */
export function meanCost(costs: readonly CommitCost[]): CommitCost {
  return {
    appendP50Ms: mean(costs.map(({ appendP50Ms }) => appendP50Ms)),
    appendP99Ms: mean(costs.map(({ appendP99Ms }) => appendP99Ms)),
    sqliteP50Ms: mean(costs.map(({ sqliteP50Ms }) => sqliteP50Ms)),
    restedP50Ms: mean(costs.map(({ restedP50Ms }) => restedP50Ms)),
  };
}

function timeAppends(path: string, samples: number): number[] {
  const record = Buffer.alloc(RECORD_BYTES, 'x');
  const file = openSync(path, 'a');
  try {
    return timeEach(samples, () => {
      writeSync(file, record);
      fdatasyncSync(file);
    });
  } finally {
    closeSync(file);
  }
}

async function timeSqliteCommits(path: string, samples: CommitSamples): Promise<{ busy: number[]; rested: number[] }> {
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE row (value TEXT) STRICT');
    const insert = database.prepare('INSERT INTO row VALUES (?)');
    const value = 'x'.repeat(RECORD_BYTES);
    const commit = () => insert.run(value);
    const busy = timeEach(samples.busy, commit);
    const rested: number[] = [];
    for (let i = 0; i < samples.rested; i++) {
      await delay(REST_MS);
      rested.push(...timeEach(1, commit));
    }
    return { busy, rested };
  } finally {
    database.close();
  }
}

function timeEach(samples: number, action: () => void): number[] {
  return Array.from({ length: samples }, () => {
    const begun = performance.now();
    action();
    return performance.now() - begun;
  });
}
