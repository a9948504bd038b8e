/**
 * Agents of released versions go on after an upgrade. Their runs are kept in `agent-<n>/`: today's code replays them,
 * and those that were cut off reach their end. When agents write a new format, record it beside the old ones with `node
 * test/agent/golden/record-golden.ts`; a format that is kept here never changes.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { behaviourOf } from '../../../runtime/journal/behaviours.ts';
import type { WorkflowBundle } from '../../../runtime/contract/build.ts';
import type { JournalEvent } from '../../../runtime/journal/events.ts';
import { Realm } from '../../../runtime/replay/realm.ts';
import { replayJournal } from '../../../runtime/replay/replay-journal.ts';
import { createWorld } from '../../../runtime/world/open.ts';
import type { World } from '../../../runtime/world/world.ts';
import { loadBuild } from '../crash/crash-project.ts';
import { GoldenAgent, HANGING_QUESTION, type Recordings } from './golden-agent.ts';

const FOLDER = import.meta.dirname;
const RUNS = ['finished', 'waiting', 'calling'] as const;
const END = {
  text: 'It is paid.',
  results: [
    ['look', { city: 'Oslo', degrees: 21, at: new Date(0) }],
    ['crm_find', 'c1'],
    ['pay', 'paid 7'],
    ['crm_find', 'c1'],
  ],
  tokens: expect.any(Number) as number,
  shown: 1,
};

describe.each(readdirSync(FOLDER).filter((name) => name.startsWith('agent-')))('%s', (format) => {
  const text = readFileSync(join(FOLDER, format, 'journals.json'), 'utf8');
  const recordings = JSON.parse(text) as Recordings;
  const store = join(FOLDER, format, 'store');
  const dataDir = mkdtempSync(join(tmpdir(), 'workflow-golden-'));
  let agent: GoldenAgent;
  let world: World;
  let today: WorkflowBundle;

  beforeAll(async () => {
    cpSync(store, dataDir, { recursive: true });
    world = await createWorld({ kind: 'sqlite', dataDir });
    await world.open();
    agent = await GoldenAgent.open({ store });
    today = (await loadBuild(agent.project)).bundle;
  });
  afterAll(async () => {
    await agent?.close();
    await world.close();
    rmSync(dataDir, { recursive: true });
  });

  test.each(RUNS)(
    'the run "%s" reads as it was written, and replays with its own code and with today’s',
    async (name) => {
      const { runId, journal } = recordings[name]!;
      expect(await world.readJournal(runId)).toEqual(journal);
      const [, started] = journal;
      if (started?.type !== 'run_started') throw new Error('a recorded run has started');
      const recorded = (await world.loadBundle(started.buildId))!;
      expect(replay(recorded, name)).toBeNull();
      expect(replay(today, name)).toBeNull();
    },
  );

  function replay(bundle: WorkflowBundle, name: string): unknown {
    const { runId, journal } = recordings[name]!;
    const [created] = journal as [JournalEvent & { type: 'run_created' }];
    const realm = new Realm(bundle, { baseUrl: () => 'https://golden.example', print: () => {} });
    const { workflowId, seed, payload } = created;
    return replayJournal(
      runId,
      realm.openRun({ runId, workflowId, seed, behaviour: behaviourOf(created), input: payload, patches: [] }),
      journal,
    );
  }

  test('an agent that waited for an approval goes on when it comes', async () => {
    const { runId } = recordings['waiting']!;
    await expect(agent.approve(runId)).resolves.toEqual(END);
    // The calls before the approval are not made again.
    const asked = agent.models.requests.filter(({ prompt }) => prompt.includes('Please pay 7.'));
    expect(asked.map(({ step }) => step)).toEqual([2, 3]);
  });

  test('an agent whose process ended within an answer of the model asks again, and readers see no word twice', async () => {
    const { runId } = recordings['calling']!;
    await expect(agent.approve(runId)).resolves.toEqual(END);
    const asked = agent.models.requests.filter(({ prompt }) => prompt.includes(HANGING_QUESTION));
    expect(asked.map(({ step }) => step)).toEqual([0, 1, 2, 3]);
    expect(await agent.shownText(runId)).toBe('Let me look.It is paid.');
  });

  test('the recording holds neither a key nor a place of the machine that made it', () => {
    expect(text).not.toMatch(/file:\/\/|\/work\/|\/tmp\/|\/home\/|\/Users\/|127\.0\.0\.1|key-of-the-golden|mcp-token/);
    expect(readdirSync(store)).toEqual(['workflow.db']);
  });
});
