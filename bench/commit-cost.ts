/** What the disk asks for one durable write: the floor under every system's figures. */
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { mean, quantile } from './statistics.ts';

const RECORD_BYTES = 200;

export interface CommitCost {
  /** Append of 200 bytes and fdatasync. */
  appendP50Ms: number;
  appendP99Ms: number;
  /** One row in SQLite, WAL, synchronous=FULL: what "a commit" is in the targets. */
  sqliteP50Ms: number;
}

/**
 * @param dir A directory for its files.
 * @param samples How many writes of each kind.
 */
export function measureCommitCost(dir: string, samples: number): CommitCost {
  const append = timeAppends(join(dir, `append-${performance.now()}`), samples);
  const sqlite = timeSqliteCommits(join(dir, `commit-${performance.now()}.db`), samples);
  return {
    appendP50Ms: quantile(append, 0.5),
    appendP99Ms: quantile(append, 0.99),
    sqliteP50Ms: quantile(sqlite, 0.5),
  };
}

/** Several measurements as one. */
export function meanCost(costs: readonly CommitCost[]): CommitCost {
  return {
    appendP50Ms: mean(costs.map(({ appendP50Ms }) => appendP50Ms)),
    appendP99Ms: mean(costs.map(({ appendP99Ms }) => appendP99Ms)),
    sqliteP50Ms: mean(costs.map(({ sqliteP50Ms }) => sqliteP50Ms)),
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

function timeSqliteCommits(path: string, samples: number): number[] {
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE row (value TEXT) STRICT');
    const insert = database.prepare('INSERT INTO row VALUES (?)');
    const value = 'x'.repeat(RECORD_BYTES);
    return timeEach(samples, () => insert.run(value));
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
