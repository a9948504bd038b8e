import { describe, expect, it } from 'vitest';
import { MemoryWorld } from '../world/memory/memory-world.ts';
import type { BuildId, RunId, WorkerId, WorkflowId } from '../contract/ids.ts';
import type { JournalEvent } from '../journal/events.ts';
import type { FoundHook, InboxMessage, RunRecord, StreamAppend, StreamRecord, World } from '../world/world.ts';
import { checkStore, type StoreProblemCode } from './store-invariants.ts';

const RUN = 'wrun_00000000000000000000000001' as RunId;
const WORKER = 'wkr_ALICE' as WorkerId;
const BUILD = 'b1' as BuildId;
const NAMES = { workflowId: 'workflow//app//main' as WorkflowId, name: 'step//app//work' };

/** A run that has done a step, waits at a hook and in a second step, and has a payload in its inbox. */
const JOURNAL: JournalEvent[] = [
  { seq: 1, at: 10, type: 'run_created', workflowId: NAMES.workflowId, seed: 'ab', payload: '[]' },
  { seq: 2, at: 10, type: 'run_started', buildId: BUILD },
  { seq: 3, at: 10, type: 'step_created', call: 0, name: NAMES.name, payload: '[]' },
  { seq: 4, at: 12, type: 'step_completed', call: 0, attempt: 1, startedAt: 11, payload: '1' },
  { seq: 5, at: 12, type: 'hook_created', call: 1, token: 'open' },
  { seq: 6, at: 12, type: 'hook_created', call: 2, token: 'closed' },
  { seq: 7, at: 12, type: 'hook_disposed', call: 2 },
  { seq: 8, at: 12, type: 'step_created', call: 3, name: NAMES.name, payload: '[]' },
  { seq: 9, at: 12, type: 'stream_written', stream: 'default', chunks: 2, digest: 'd' },
];
const END: JournalEvent = { seq: 10, at: 13, type: 'run_completed', payload: '2' };

async function openSoundStore(): Promise<MemoryWorld> {
  const world = new MemoryWorld();
  await world.open();
  await world.saveBundle({ buildId: BUILD, code: '', map: null });
  await world.joinWorker(WORKER, 1_000);
  await world.createRun({
    runId: RUN,
    workflowId: NAMES.workflowId,
    owner: WORKER,
    dueAt: 0,
    events: JOURNAL.slice(0, 2),
  });
  await commit(world, JOURNAL.slice(2), [{ runId: RUN, stream: 'default', chunks: ['1', '2'], closes: false }]);
  await world.deliverToHook('open', '3', 20);
  return world;
}

const commit = (world: World, events: JournalEvent[], appends: StreamAppend[] = []) =>
  world.commit({
    runId: RUN,
    epoch: 1,
    afterSeq: events[0]!.seq - 1,
    events,
    appends,
    inboxTaken: 0,
    dueAt: 0,
    release: false,
    parked: null,
  });

/** The answers of a damaged store, in place of those of a sound one. */
interface Damage {
  run?: Partial<RunRecord>;
  journal?: JournalEvent[];
  inbox?: InboxMessage[];
  hooks?: (token: string) => FoundHook | null;
  hasNoBundle?: boolean;
  streams?: StreamRecord[];
}

function damage(world: World, { run, journal, inbox, hooks, hasNoBundle, streams }: Damage): World {
  const answers: Partial<World> = {
    listRuns: async (filter) => {
      const page = await world.listRuns(filter);
      return { ...page, runs: page.runs.map((record) => ({ ...record, ...run })) };
    },
    readRun: async (runId) => ({ ...(await world.readRun(runId))!, ...run }),
    ...(journal && { readJournal: async () => journal }),
    ...(inbox && { readInbox: async () => inbox }),
    ...(hooks && { findHook: async (token: string) => hooks(token) }),
    ...(streams && { listStreams: async () => streams }),
    ...(hasNoBundle && { loadBundle: async () => null }),
  };
  return new Proxy(world, { get: (target, name) => answers[name as keyof World] ?? bound(target, name) });
}

function bound(world: World, name: string | symbol): unknown {
  const value: unknown = Reflect.get(world, name);
  return typeof value === 'function' ? value.bind(world) : value;
}

const changed = (seq: number, change: object): JournalEvent[] =>
  JOURNAL.map((event) => (event.seq === seq ? { ...event, ...change } : event));
const added = (event: JournalEvent): JournalEvent[] => [...JOURNAL, event];
const hookOf = (runId: RunId, call: number, token: string): FoundHook => ({
  runId,
  call,
  token,
  createdAt: 12,
  webhook: null,
  once: false,
  metadata: null,
  inboxLast: 0,
});
const message = (n: number): InboxMessage => ({ n, at: 20, content: { type: 'hook', call: 1, payload: '3' } });

describe('the check of a store', () => {
  it('finds nothing in a sound one, nor in one whose run has ended', async () => {
    const world = await openSoundStore();
    await expect(checkStore(world)).resolves.toEqual([]);
    await commit(world, [END]);
    await expect(checkStore(world)).resolves.toEqual([]);
  });

  it.each<[StoreProblemCode, string, Damage]>([
    ['journal_gap', 'an event that is gone', { journal: JOURNAL.toSpliced(3, 1) }],
    ['journal_gap', 'a journal that is gone', { journal: [] }],
    ['journal_illegal', 'a second completion', { journal: added({ ...JOURNAL[3]!, seq: 10, at: 13 }) }],
    ['journal_illegal', 'an event after the end', { journal: [...JOURNAL, END, { ...END, seq: 11 }] }],
    ['journal_time_back', 'time that goes back', { journal: changed(5, { at: 3 }) }],
    ['journal_attempt_wrong', 'an outcome of an attempt that nobody made', { journal: changed(4, { attempt: 2 }) }],
    ['record_differs', 'a record that has lost events', { run: { seq: 5 } }],
    ['record_differs', 'an end that is not in the journal', { run: { status: 'completed' } }],
    [
      'ended_run_active',
      'a run that has ended and is still owned',
      { run: { status: 'completed' }, journal: added(END) },
    ],
    ['run_never_due', 'a step that nobody will ever begin', { run: { owner: null, dueAt: null }, inbox: [] }],
    ['run_never_due', 'a message that nobody will ever take', { run: { owner: null, dueAt: null } }],
    ['inbox_disordered', 'a message that is gone', { inbox: [message(2)] }],
    ['inbox_disordered', 'a message that was taken before', { run: { inboxTaken: 1 } }],
    ['bundle_missing', 'code that is gone', { hasNoBundle: true }],
    ['hook_unregistered', 'a hook that nothing can reach', { hooks: () => null }],
    ['hook_unregistered', 'a token that leads to another hook', { hooks: (token) => hookOf(RUN, 9, token) }],
    [
      'hook_left_registered',
      'a closed hook that can be reached',
      { hooks: (t) => hookOf(RUN, t === 'open' ? 1 : 2, t) },
    ],
    ['stream_short', 'a stream that is gone', { streams: [] }],
    ['stream_short', 'a chunk that is gone', { streams: [{ stream: 'default', nextIndex: 1, closed: false }] }],
  ])('finds %s: %s', async (code, _, planted) => {
    const problems = await checkStore(damage(await openSoundStore(), planted));
    expect(problems.map((problem) => problem.code)).toContain(code);
    for (const { runId, message } of problems) expect([runId, message]).toEqual([RUN, expect.any(String)]);
  });
});
