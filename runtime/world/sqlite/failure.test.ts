import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { isBusy, isDamage, toFailure } from './failure.ts';

/** An error of SQLite as Deno's `exec()` throws it. */
const withoutCode = (message: string): Error => Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR' });

/** The error of a statement of SQLite. */
function errorOf(statement: string): Error {
  try {
    new DatabaseSync(':memory:').exec(statement);
  } catch (error) {
    return error as Error;
  }
  throw new Error('No error.');
}

test('a locked file and a damaged one are known by what SQLite says, where the error has no code', () => {
  expect(isBusy(withoutCode('database is locked'))).toBe(true);
  expect(isDamage(withoutCode('file is not a database'))).toBe(true);
  expect(toFailure(withoutCode('database or disk is full'), 'x.db')).toMatchObject({ code: 'world_disk_full' });
});

test('nothing else is taken for a lock', () => {
  expect(isBusy(errorOf('SELECT nothing'))).toBe(false);
  expect(isBusy(new Error('database is locked'))).toBe(false);
  expect(toFailure(errorOf('SELECT nothing'), 'x.db')).toMatchObject({ code: 'world_request_failed' });
});
