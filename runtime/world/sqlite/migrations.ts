/**
 * The schema, as numbered steps that only go forward. A released step never changes; `PRAGMA user_version` counts the
 * steps that a file has seen.
 *
 * - `runs.id` is the order of creation and the short name of a run in all other tables.
 * - `events.id` is made of run and seq (`event-places.ts`): one integer, so that journals of big payloads stay shallow.
 * - `runs_unsuccessful` leaves out completed runs, which are nearly all runs and are listed by `id`.
 * - Most indexes of `runs` hold only the few runs that they exist for, so that other runs cost nothing to write. The
 *   other indexes change only when a run is created.
 * - `attributes` holds the values by which runs are found, as JSON; `runs.attributes` holds all of them.
 * - `chunk_ranges` says where the chunks of a step call are: `count` of them, from its `position` on, at `n` and after.
 *   A chunk that is missing from a stream was dropped.
 * - `creation_times` has the earliest and latest time of each full block of run numbers (`creation-times.ts`).
 * - `receipts` holds the ids of payloads that senders have named, for some days from `at` on.
 * - `offers` holds steps that owners of runs leave to other workers; `code` is what a worker must have for it.
 * - `garbage` names deleted runs whose events and chunks are still being removed.
 * - `arrivals` names runs of which an import has brought parts, and not yet the rest.
 * - `histories` names runs that began anew and whose earlier events, from `first` on, are still being removed; and then
 *   their lists of parts that began before `lists`.
 */
import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { worldError } from '../messages.ts';

const CREATE_TABLES = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE workers (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    worker_id TEXT NOT NULL UNIQUE,
    lease_until INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    run_id TEXT NOT NULL UNIQUE,
    workflow_id TEXT NOT NULL,
    build_id TEXT,
    status INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    started_at INTEGER,
    completed_at INTEGER,
    seq INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    owner INTEGER,
    due_at INTEGER,
    inbox_last INTEGER NOT NULL,
    inbox_taken INTEGER NOT NULL,
    parked TEXT
  ) STRICT;
  CREATE INDEX runs_due ON runs (due_at) WHERE owner IS NULL AND due_at IS NOT NULL;
  CREATE INDEX runs_unsuccessful ON runs (status) WHERE status <> 2;

  CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    type INTEGER NOT NULL,
    call INTEGER,
    attempt INTEGER,
    time INTEGER,
    name TEXT,
    payload TEXT,
    more TEXT
  ) STRICT;

  CREATE TABLE inbox (
    run INTEGER NOT NULL,
    n INTEGER NOT NULL,
    at INTEGER NOT NULL,
    content TEXT NOT NULL,
    payload TEXT,
    PRIMARY KEY (run, n)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE hooks (
    token TEXT PRIMARY KEY,
    run INTEGER NOT NULL,
    call INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    webhook TEXT,
    metadata TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX hooks_by_run ON hooks (run);

  CREATE TABLE streams (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL,
    name TEXT NOT NULL,
    next_index INTEGER NOT NULL,
    closed INTEGER NOT NULL,
    UNIQUE (run, name)
  ) STRICT;

  CREATE TABLE chunks (stream INTEGER NOT NULL, n INTEGER NOT NULL, data ANY NOT NULL, PRIMARY KEY (stream, n))
    STRICT, WITHOUT ROWID;

  CREATE TABLE bundles (build_id TEXT PRIMARY KEY, code TEXT NOT NULL, map TEXT) STRICT;
`;

const ADD_FACTS_ABOUT_RUNS = `
  ALTER TABLE runs ADD COLUMN key TEXT;
  ALTER TABLE runs ADD COLUMN attributes TEXT;
  ALTER TABLE runs ADD COLUMN parent TEXT;
  ALTER TABLE runs ADD COLUMN paused_at INTEGER;
  ALTER TABLE runs ADD COLUMN base_seq INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE runs ADD COLUMN retention_ms INTEGER;
  ALTER TABLE runs ADD COLUMN expires_at INTEGER;
  ALTER TABLE runs ADD COLUMN abandoned INTEGER NOT NULL DEFAULT 0;
  -- Nobody noted whether their owners gave them back.
  UPDATE runs SET abandoned = 1 WHERE owner IS NULL AND epoch > 0 AND status IN (0, 1);

  CREATE INDEX runs_by_workflow ON runs (workflow_id);
  CREATE UNIQUE INDEX runs_by_key ON runs (key) WHERE key IS NOT NULL;
  CREATE INDEX runs_by_parent ON runs (parent) WHERE parent IS NOT NULL;
  CREATE INDEX runs_parked ON runs (id) WHERE parked IS NOT NULL;
  CREATE INDEX runs_paused ON runs (id) WHERE paused_at IS NOT NULL;
  CREATE INDEX runs_expiring ON runs (expires_at) WHERE expires_at IS NOT NULL;

  CREATE TABLE attributes (name TEXT NOT NULL, value TEXT NOT NULL, run INTEGER NOT NULL, PRIMARY KEY (name, value, run))
    STRICT, WITHOUT ROWID;

  DROP INDEX hooks_by_run;
  CREATE INDEX hooks_by_run ON hooks (run DESC, call);

  CREATE TABLE chunk_writers (
    id INTEGER PRIMARY KEY,
    stream INTEGER NOT NULL,
    run_id TEXT NOT NULL,
    call INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    UNIQUE (stream, run_id, call)
  ) STRICT;
  CREATE TABLE chunk_ranges (
    writer INTEGER NOT NULL,
    position INTEGER NOT NULL,
    n INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (writer, position)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE garbage (run INTEGER PRIMARY KEY) STRICT;
`;

const ADD_HOOKS_FOR_ONE_PAYLOAD = `
  ALTER TABLE hooks ADD COLUMN once INTEGER NOT NULL DEFAULT 0;
`;

const ADD_HISTORIES = `
  CREATE TABLE histories (run INTEGER PRIMARY KEY, first INTEGER NOT NULL, lists INTEGER NOT NULL) STRICT;
  INSERT INTO histories SELECT id, 2, base_seq FROM runs WHERE base_seq > 0;
`;

const ADD_CREATION_TIMES = `
  CREATE TABLE creation_times (block INTEGER PRIMARY KEY, first INTEGER NOT NULL, last INTEGER NOT NULL) STRICT;
  INSERT INTO creation_times SELECT id / 1024, min(created_at), max(created_at) FROM runs
    WHERE id / 1024 < (SELECT max(id) FROM runs) / 1024 GROUP BY 1;
`;

const ADD_RECEIPTS = `
  CREATE TABLE receipts (
    token TEXT NOT NULL,
    id TEXT NOT NULL,
    run INTEGER NOT NULL,
    digest TEXT NOT NULL,
    reply TEXT,
    reply_stream TEXT,
    PRIMARY KEY (token, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX receipts_by_run ON receipts (run);
`;

/** Few runs fail, and those that succeed never touch it. */
const ADD_INDEX_OF_FAILURES = `
  CREATE INDEX runs_unsuccessful_by_workflow ON runs (workflow_id, status) WHERE status > 2;
`;

/** Calls of older builds count on the contracts; code of steps is there where it is to be kept. */
const ADD_STEPS_OF_BUILDS = `
  ALTER TABLE bundles ADD COLUMN contracts TEXT;
  ALTER TABLE bundles ADD COLUMN steps TEXT;
`;

/** Steps that workers leave to each other: nearly always empty. */
const ADD_OFFERS = `
  CREATE TABLE offers (
    run INTEGER NOT NULL,
    call INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    code TEXT NOT NULL,
    tag TEXT,
    at INTEGER NOT NULL,
    facts TEXT NOT NULL,
    taken_by TEXT,
    PRIMARY KEY (run, call)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX offers_free ON offers (at) WHERE taken_by IS NULL;
  CREATE INDEX offers_taken ON offers (taken_by) WHERE taken_by IS NOT NULL;
`;

const ADD_ARRIVALS = `
  CREATE TABLE arrivals (run INTEGER PRIMARY KEY) STRICT;
`;

/** Workflows take turns when more runs are due than there is room for. */
const ORDER_DUE_BY_WORKFLOW = `
  DROP INDEX runs_due;
  CREATE INDEX runs_due ON runs (workflow_id, due_at) WHERE owner IS NULL AND due_at IS NOT NULL;
`;

/** Ids of before count from the migration on. */
const ADD_TIMES_OF_RECEIPTS = `
  ALTER TABLE receipts ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
  UPDATE receipts SET at = unixepoch() * 1000;
  CREATE INDEX receipts_by_time ON receipts (at);
`;

const MIGRATIONS: readonly ((db: DatabaseSync) => void)[] = [
  (db) => {
    db.exec(CREATE_TABLES);
    db.prepare('INSERT INTO meta VALUES (?, ?)').run('secret', randomBytes(32).toString('hex'));
  },
  (db) => db.exec(ADD_FACTS_ABOUT_RUNS),
  (db) => db.exec(ADD_HOOKS_FOR_ONE_PAYLOAD),
  (db) => db.exec(ADD_HISTORIES),
  (db) => db.exec(ADD_CREATION_TIMES),
  (db) => db.exec(ADD_RECEIPTS),
  (db) => db.exec(ADD_INDEX_OF_FAILURES),
  (db) => db.exec(ADD_STEPS_OF_BUILDS),
  (db) => db.exec(ADD_OFFERS),
  (db) => db.exec(ADD_ARRIVALS),
  (db) => db.exec(ORDER_DUE_BY_WORKFLOW),
  (db) => db.exec(ADD_TIMES_OF_RECEIPTS),
];

/** The schema version that this code knows. */
export const SCHEMA_VERSION = MIGRATIONS.length;

const readVersion = (db: DatabaseSync): number => Number(db.prepare('PRAGMA user_version').get()!['user_version']);

/** Throws `world_schema_newer` when the file is from a later version of this package. Reads only. */
export function assertKnownSchema(db: DatabaseSync, file: string): void {
  const found = readVersion(db);
  if (found > SCHEMA_VERSION) throw worldError('world_schema_newer', { file, found, known: SCHEMA_VERSION });
}

/** Brings the file up to a version, with all steps in one transaction that no other process shares. */
export function migrate(db: DatabaseSync, file: string, version = SCHEMA_VERSION): void {
  if (readVersion(db) === version) return;
  db.exec('BEGIN IMMEDIATE');
  try {
    assertKnownSchema(db, file);
    for (const step of MIGRATIONS.slice(readVersion(db), version)) step(db);
    db.exec(`PRAGMA user_version = ${version}`);
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}
