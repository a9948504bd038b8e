/** PostgreSQL has the events of today's format, and keeps the journals of every format as they are. */
import { describe, expect, it } from 'vitest';
import type { WorkerId } from '../../runtime/contract/ids.ts';
import { createWorld } from '../../runtime/world/open.ts';
import { postgresUrl } from '../world/postgres-queries.ts';
import { makeSchema, openPostgresWorld } from '../world/postgres-store.ts';
import { recordGolden, type Recordings } from './play-golden.ts';
import { formats, keptOf, readFormat } from './recorded-formats.ts';

const OWNER = 'wkr_golden' as WorkerId;

/** The kinds of events and their fields: in which order concurrent things end, each store decides by its speed. */
const shapesOf = (recordings: Recordings): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(recordings).map(([name, { journal }]) => [
      name,
      keptOf(journal)
        .map((event) => `${event.type}: ${Object.keys(event).toSorted().join()}`)
        .toSorted(),
    ]),
  );

it('has the events that the other stores have', async () => {
  const written = await recordGolden({ kind: 'postgres', url: postgresUrl(), schema: makeSchema() });
  expect(shapesOf(written)).toEqual(shapesOf(readFormat(formats().at(-1)!)));
});

describe.each(formats())('%s', (format) => {
  it('is kept as it was written', async () => {
    const world = await openPostgresWorld(makeSchema());
    const memory = await createWorld({ kind: 'memory' });
    await memory.open();
    for (const store of [world, memory]) await store.joinWorker(OWNER, Date.now() + 60_000);
    for (const { runId, journal } of Object.values(readFormat(format))) {
      const [created, ...events] = keptOf(journal).map((event, i) => ({ ...event, seq: i + 1 }));
      if (created?.type !== 'run_created') throw new Error('a journal begins with run_created');
      const run = { runId, workflowId: created.workflowId, owner: OWNER, dueAt: null, events: [created] };
      const commit = { runId, epoch: 1, inboxTaken: 0, dueAt: null, release: false, parked: null };
      for (const store of [world, memory]) {
        expect(await store.createRun(run)).toEqual({ ok: true });
        expect(await store.commit({ ...commit, afterSeq: 1, events })).toEqual({ ok: true });
      }
      expect(await world.readJournal(runId)).toEqual(await memory.readJournal(runId));
      expect(await world.readRun(runId)).toEqual(await memory.readRun(runId));
    }
    await memory.close();
  });
});
