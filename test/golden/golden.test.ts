/**
 * Journals of released formats stay readable: those kept in `format-<n>/` are replayed by today's code, and the stores
 * kept there are opened, brought up to date, and their runs go on. When a journal is written differently from the
 * newest format kept, that is a new format: keep it beside the old ones, with `node test/golden/record-golden.ts`.
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { behaviourOf } from '../../runtime/journal/behaviours.ts';
import type { WorkflowBundle } from '../../runtime/contract/build.ts';
import type { RunId } from '../../runtime/contract/ids.ts';
import { BEHAVIOURS, CURRENT_BEHAVIOUR } from '../../runtime/journal/behaviours.ts';
import { EVENT_KINDS } from '../../runtime/journal/event-kinds.ts';
import type { JournalEvent } from '../../runtime/journal/events.ts';
import { RunStateMachine } from '../../runtime/journal/run-state.ts';
import { Realm } from '../../runtime/replay/realm.ts';
import { replayJournal } from '../../runtime/replay/replay-journal.ts';
import { createWorld } from '../../runtime/world/open.ts';
import type { World } from '../../runtime/world/world.ts';
import { VirtualClock } from '../runtime/virtual-clock.ts';
import { GoldenPlayer, recordGolden, type Recordings } from './play-golden.ts';
import { FOLDER, formatOf, formats, keptOf, readFormat } from './recorded-formats.ts';

function makeDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'workflow-golden-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

async function openStore(dataDir: string): Promise<World> {
  const world = await createWorld({ kind: 'sqlite', dataDir });
  await world.open();
  return world;
}

describe.each(formats())('%s', (format) => {
  const recordings = readFormat(format);
  const store = join(FOLDER, format, 'store');

  describe('a run', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'workflow-golden-'));
    let world: World;
    beforeAll(async () => {
      cpSync(store, dataDir, { recursive: true });
      world = await openStore(dataDir);
    });
    afterAll(async () => {
      await world.close();
      rmSync(dataDir, { recursive: true });
    });

    it.each(Object.keys(recordings))('"%s" is in the store as it was written, and replays', async (name) => {
      const { runId, journal } = recordings[name]!;
      expect(await world.readJournal(runId)).toEqual(keptOf(journal));
      const { state } = RunStateMachine.read(runId, journal);
      expect(BEHAVIOURS.has(state.behaviour)).toBe(true);
      // One that has not begun has no code yet.
      const bundle = state.buildId && (await world.loadBundle(state.buildId));
      if (bundle) expect(replay(bundle, runId, journal)).toBeNull();
      else expect(name).toBe('later');
    });
  });

  it.runIf('writes' in recordings)('has streams that read as they were written', async () => {
    const dataDir = join(makeDirectory(), 'store');
    cpSync(store, dataDir, { recursive: true });
    const world = await openStore(dataDir);
    onTestFinished(() => world.close());
    const { runId } = recordings['writes']!;
    await expect(world.readChunks(runId, 'default', 0, 9)).resolves.toEqual({
      chunks: ['{"json":{"n":1}}', new Uint8Array([1, 2, 3]), '[["Map",1,2],"n",2]', '{"json":"from the guest"}'],
      nextIndex: 4,
      closed: true,
    });
    await expect(world.readChunks(runId, 'ns:log', 0, 9)).resolves.toMatchObject({ chunks: ['{"json":"a line"}'] });
  });

  it('has runs that go on', async () => {
    const dataDir = join(makeDirectory(), 'store');
    cpSync(store, dataDir, { recursive: true });
    const lastAt = Math.max(...Object.values(recordings).map(({ journal }) => journal.at(-1)!.at));
    const player = new GoldenPlayer(await openStore(dataDir), { clock: new VirtualClock(lastAt) });
    onTestFinished(() => player.close());
    // The worker that had them is gone; what it owned is given up when its lease is over.
    player.clock.advance(2 * 3_600_000);
    await player.boot('newer');
    await player.resume('waiting', '["payload"]');
    const ends = [recordings['waiting']!, recordings['later']!].map(({ runId }) => player.untilEnd(runId));
    const [waiting, later] = await Promise.all(ends);
    expect(waiting).toMatchObject({ type: 'run_completed', payload: expect.stringContaining('payload') });
    expect(later).toMatchObject({ type: 'run_completed', payload: expect.stringContaining('from the child') });
  });

  it('says nothing of where it was recorded', () => {
    const text = readFileSync(join(FOLDER, format, 'journals.json'), 'utf8');
    expect(text).not.toMatch(/file:\/\/|\/work\/|\/home\/|\/Users\//);
    expect(existsSync(join(store, 'workflow.db-wal'))).toBe(false);
  });
});

describe('the newest format kept', () => {
  const recordings = readFormat(formats().at(-1)!);

  it('has every kind of event', () => {
    const found = new Set(Object.values(recordings).flatMap(({ journal }) => journal.map(({ type }) => type)));
    expect([...found].toSorted()).toEqual(Object.keys(EVENT_KINDS).toSorted());
  });

  it('says at each beginning of a run under which behaviour it was written', () => {
    const begins = Object.values(recordings).flatMap(({ journal }) =>
      journal.filter((event) => event.type === 'run_created' || event.type === 'run_continued'),
    );
    expect(new Set(begins.map(({ behaviour }) => behaviour))).toEqual(new Set([CURRENT_BEHAVIOUR]));
  });

  it('is the one that today’s code writes', async () => {
    expect(formatOf(await recordGolden({ kind: 'sqlite', dataDir: join(makeDirectory(), 'store') }))).toEqual(
      formatOf(recordings),
    );
  });
});

describe('journals', () => {
  it.each(['0', '1', '3'])('are the same with room for %s live runs as without a limit', async (liveRuns) => {
    const limited = await recordGolden({ kind: 'memory' }, { WORKFLOW_LIVE_RUNS: liveRuns });
    expect(withChildrenInOrder(limited)).toEqual(withChildrenInOrder(await recordGolden({ kind: 'memory' })));
  });
});

/** Children that end in the same millisecond are heard of in any order: here in that of their calls. */
function withChildrenInOrder(recordings: Recordings): Recordings {
  const callOf = (event: JournalEvent): number => ('call' in event ? event.call : -1);
  const isEnd = ({ type }: JournalEvent): boolean => type === 'child_completed' || type === 'child_failed';
  return Object.fromEntries(
    Object.entries(recordings).map(([name, recording]) => {
      const journal = recording.journal
        .toSorted((a, b) => (isEnd(a) && isEnd(b) && a.at === b.at ? callOf(a) - callOf(b) : a.seq - b.seq))
        .map((event, index) => ({ ...event, seq: recording.journal[index]!.seq }));
      return [name, { ...recording, journal }];
    }),
  );
}

function replay(bundle: WorkflowBundle, runId: RunId, journal: JournalEvent[]) {
  const [created] = journal;
  if (created?.type !== 'run_created') throw new Error('a journal begins with run_created');
  const realm = new Realm(bundle, { baseUrl: () => 'https://golden.example', print: () => {} });
  const patches = journal.flatMap((event) => (event.type === 'patched' ? [event.id] : []));
  const { workflowId, seed, payload } = created;
  const sandbox = realm.openRun({ runId, workflowId, seed, behaviour: behaviourOf(created), input: payload, patches });
  return replayJournal(runId, sandbox, keptOf(journal));
}
