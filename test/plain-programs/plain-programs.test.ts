/**
 * Programs that do something when their modules load. Each runs as plain code, live and replaying, and does the same.
 * The everyday tests run those that are written out; `ALL_PROGRAMS=1` runs every way to set up state in every place.
 */
import { expect, test } from 'vitest';
import { isSame } from '../../cli/compare/compare-calls.ts';
import { PROGRAMS } from './programs.ts';
import { compareAll } from './run-programs.ts';
import { type Program, setUpPrograms } from './set-up-places.ts';
import { WAYS } from './set-up-ways.ts';

const isAll = process.env['ALL_PROGRAMS'] === '1';
const programs: Program[] = isAll ? [...PROGRAMS, ...setUpPrograms(WAYS)] : PROGRAMS;

test('what is written is what runs: programs do as runs what they do as plain code', async () => {
  const { comparisons, leftOut } = await compareAll(programs);
  const found = programs.map(({ name }, index) => ({ name, ...comparisons[index]! }));
  expect(found.filter((one) => !isSame(one))).toEqual([]);
  expect(found.filter(({ plain }) => 'why' in plain || !plain.text.includes('returned '))).toEqual([]);
  expect(Object.keys(leftOut ?? {}).length).toBeLessThan(programs.length);
});
