/** All Worlds give the same answers to the same requests, in any order. */
import { it } from 'vitest';
import { expectSameAnswers } from './expect-same-answers.ts';
import { makeDataDir, openMemoryStore, openSqliteWorld } from './test-store.ts';

const SEEDS = Array.from({ length: 12 }, (_, i) => i + 1);

it.each(SEEDS)('gives the same answers in memory and in a file (seed %i)', async (seed) => {
  const { world: memory } = await openMemoryStore();
  await expectSameAnswers(memory, await openSqliteWorld(makeDataDir(), 'relaxed'), seed);
});
