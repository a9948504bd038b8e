/** PostgreSQL gives the answers of the World in memory, and callers on several connections see one store. */
import { it } from 'vitest';
import { expectLinearizable, toCalls } from '../linearizability/expect-linearizable.ts';
import { expectSameAnswers } from '../world/expect-same-answers.ts';
import { makeSchema, openPostgresWorld } from '../world/postgres-store.ts';
import { openMemoryStore } from '../world/test-store.ts';

const SEEDS = Array.from({ length: 12 }, (_, i) => i + 1);
const CONNECTIONS = 3;

it.each(SEEDS)('gives the same answers as the store in memory (seed %i)', async (seed) => {
  const { world: memory } = await openMemoryStore();
  await expectSameAnswers(memory, await openPostgresWorld(makeSchema()), seed);
});

it('answers several connections as if it had been asked one thing at a time', async () => {
  const schema = makeSchema();
  const worlds = await Promise.all(Array.from({ length: CONNECTIONS }, () => openPostgresWorld(schema)));
  await expectLinearizable(worlds.map(toCalls), Number(process.env['POSTGRES_HISTORIES'] ?? 60));
});
