/**
 * Programs that do something when their modules load. Each runs as plain code, and compiled, and gives the same. The
 * everyday tests run those that are written out; `ALL_PROGRAMS=1` runs every way to set up state in every place.
 */
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { PROGRAMS } from './programs.ts';
import { runBothWays } from './run-programs.ts';
import { type Program, setUpPrograms } from './set-up-places.ts';
import { WAYS } from './set-up-ways.ts';

const isAll = process.env['ALL_PROGRAMS'] === '1';
const programs: Program[] = isAll ? [...PROGRAMS, ...setUpPrograms(WAYS)] : PROGRAMS;

test.each(isAll ? [1000, 0] : [1000])(
  'what is written is what runs: compiled programs give what they give as plain code, with %i live runs',
  async (liveRuns) => {
    const { plain, compiled, leftOut } = await runBothWays(programs, liveRuns);
    const outcomes = programs.map(({ name }, index) => ({ name, plain: plain[index], compiled: compiled[index] }));
    const differing = outcomes.filter((one) => !isDeepStrictEqual(one.plain, one.compiled));
    expect(differing).toEqual([]);
    expect(plain.filter((outcome) => 'error' in outcome)).toEqual([]);
    expect(Object.keys(leftOut ?? {}).length).toBeLessThan(programs.length);
  },
);
