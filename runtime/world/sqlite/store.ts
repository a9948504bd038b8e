/**
 * One connection to the database file; every statement of the store goes through it. SQL has no types, so each caller
 * states the type of its rows.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { JournalEvent } from '../../journal/events.ts';
import type { Change } from '../world.ts';
import { retryWhileBusy } from './busy.ts';
import type { OpenFiles } from './open-files.ts';
import type { StorePaths } from './store-paths.ts';

/** The result of a statement that writes. */
export interface WriteResult {
  /** Rows that the statement wrote. */
  changes: number;
  /** Row id of the last row that was inserted. */
  lastId: number;
}

/** A connection with its prepared statements and the effects of the current transaction. */
export class Store {
  readonly db: DatabaseSync;
  readonly paths: StorePaths;
  /** See `staged-events.ts`. */
  readonly staged = new Map<number, JournalEvent[]>();
  /** The files of the connection; `null`: it only reads. */
  readonly files: OpenFiles | null;
  /** Changes that are published once the current transaction is durable. */
  #changes: Change[] = [];
  #afterCommit: (() => void)[] = [];
  #afterRollback: (() => void)[] = [];
  readonly #statements = new Map<string, StatementSync>();

  constructor(db: DatabaseSync, paths: StorePaths, files: OpenFiles | null = null) {
    this.db = db;
    this.paths = paths;
    this.files = files;
  }

  /** The first row of a query. `text` must be constant, because its prepared statement is kept. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- see above
  first<Row>(text: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#prepare(text).get(...values) as Row | undefined;
  }

  /** All rows of a query; see {@link first}. */
  all<Row>(text: string, ...values: SQLInputValue[]): Row[] {
    return this.#prepare(text).all(...values) as Row[];
  }

  /** The rows of a query one after the other, as far as somebody wants them; see {@link first}. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- see above
  each<Row>(text: string, ...values: SQLInputValue[]): Iterable<Row> {
    return this.#prepare(text).iterate(...values) as Iterable<unknown> as Iterable<Row>;
  }

  /** Like {@link each}, with rows as lists of their columns. */
  *lists<Cells extends unknown[]>(text: string, ...values: SQLInputValue[]): Generator<Cells, void, void> {
    const statement = this.#prepare(text);
    // Node 22 has this since 22.16; the objects that it returns otherwise keep the order of the columns.
    const { setReturnArrays } = statement as Partial<StatementSync>;
    setReturnArrays?.call(statement, true);
    for (const row of statement.iterate(...values)) {
      yield (setReturnArrays ? row : Object.values(row)) as unknown[] as Cells;
    }
  }

  /** Executes a statement that writes; see {@link first}. */
  run(text: string, ...values: SQLInputValue[]): WriteResult {
    const { changes, lastInsertRowid } = this.#prepare(text).run(...values);
    return { changes: Number(changes), lastId: Number(lastInsertRowid) };
  }

  /** Executes reads that see one state of the file, whatever is committed meanwhile. */
  atOneMoment<Result>(reads: () => Result): Result {
    this.run('BEGIN');
    try {
      return reads();
    } finally {
      this.run('COMMIT');
    }
  }

  publish(change: Change): void {
    this.#changes.push(change);
  }

  /** Calls `effect` when the current transaction is durable, or when it has failed. `effect` must not throw. */
  after(outcome: 'commit' | 'rollback', effect: () => void): void {
    (outcome === 'commit' ? this.#afterCommit : this.#afterRollback).push(effect);
  }

  /**
   * Executes `operations` in one transaction: all are durable when it returns, and none when it throws.
   * @returns Also how long it took to make them durable, in milliseconds.
   * @throws `world_files_replaced` when the transaction went into files that nobody will find.
   */
  transaction<Result>(operations: () => Result): { result: Result; changes: Change[]; syncMs: number } {
    this.#changes = [];
    this.#afterCommit = [];
    this.#afterRollback = [];
    const { result, syncMs } = this.#tryOnce(operations);
    for (const effect of this.#afterCommit) effect();
    return { result, changes: this.#changes, syncMs };
  }

  #tryOnce<Result>(operations: () => Result): { result: Result; syncMs: number } {
    try {
      retryWhileBusy(() => this.run('BEGIN IMMEDIATE'));
      const result = operations();
      this.files?.markContent(this);
      const since = performance.now();
      this.run('COMMIT');
      const syncMs = performance.now() - since;
      this.files?.assertCommitsInPlace();
      return { result, syncMs };
    } catch (error) {
      this.#rollBack();
      for (const effect of this.#afterRollback) effect();
      // When files are taken away one by one, the disk seems to be at fault for a moment.
      this.files?.assertInPlace();
      throw error;
    }
  }

  #rollBack(): void {
    try {
      this.run('ROLLBACK');
    } catch {
      // There is no transaction: it never began, or SQLite ended it itself, as it does when the disk fails.
    }
  }

  #prepare(text: string): StatementSync {
    let statement = this.#statements.get(text);
    if (!statement) this.#statements.set(text, (statement = this.db.prepare(text)));
    return statement;
  }
}
