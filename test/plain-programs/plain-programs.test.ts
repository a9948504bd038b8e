/**
 * Programs that do something when their modules load, throw errors of every class, or pass every kind of value. Each
 * runs as plain code, live and replaying, and does the same. `ALL_PROGRAMS=1` adds every way to set up state, in every
 * place.
 */
import { expect, test } from 'vitest';
import { isSame } from '../../cli/compare/compare-calls.ts';
import { ERROR_PROGRAMS } from './error-programs.ts';
import { PROGRAMS } from './programs.ts';
import { compareAll } from './run-programs.ts';
import { type Program, setUpPrograms } from './set-up-places.ts';
import { WAYS } from './set-up-ways.ts';
import { VALUE_PROGRAMS } from './value-programs.ts';

const isAll = process.env['ALL_PROGRAMS'] === '1';
const programs: Program[] = [...PROGRAMS, ...ERROR_PROGRAMS, ...VALUE_PROGRAMS, ...(isAll ? setUpPrograms(WAYS) : [])];

test('what is written is what runs: programs do as runs what they do as plain code', async () => {
  const { comparisons, leftOut } = await compareAll(programs);
  const found = programs.map(({ name }, index) => ({ name, ...comparisons[index]! }));
  expect(found.filter((one) => !isSame(one))).toEqual([]);
  expect(found.filter(({ plain }) => 'why' in plain || !plain.text.includes('returned '))).toEqual([]);
  expect(Object.keys(leftOut ?? {}).length).toBeLessThan(programs.length);
});
