import { expect, it } from 'vitest';
import type { JournalEvent } from '../../../runtime/journal/events.ts';
import type { OpenStore } from '../test-store.ts';
import {
  ALICE,
  BUILD,
  completed,
  continued,
  endRun,
  LEASE_UNTIL,
  NOW,
  numbered,
  ORDER,
  ownRun,
  RUN,
  started,
  stepCompleted,
  stepCreated,
  toBuildId,
  toCommit,
  toNewRun,
  toRunId,
  type EventInput,
} from '../run-fixtures.ts';

/** Events of all types, with and without the fields that may be absent. */
const ALL_EVENTS: EventInput[] = [
  {
    type: 'run_continued',
    at: NOW,
    payload: '[["next"]]',
    firstCall: 9,
    hooks: [{ call: 3, token: 'plain', payloads: ['[1]', '[2]'] }],
    buildId: BUILD,
    startedAt: NOW - 7,
  },
  started(),
  stepCreated(0),
  { type: 'step_created', at: NOW, call: 1, name: 'step//a//b', payload: '[1]', options: { maxRetries: 7 } },
  { type: 'step_started', at: NOW, call: 0, attempt: 1 },
  { type: 'step_started', at: NOW, call: 0, attempt: 1, label: '{"json":"cat.png"}' },
  { type: 'step_retrying', at: NOW, call: 0, attempt: 1, retryAt: NOW + 5, payload: '["failed"]' },
  { type: 'step_retrying', at: NOW, call: 0, attempt: 2, retryAt: 0, label: '{"json":"cat.png"}' },
  stepCompleted(0),
  { type: 'step_failed', at: NOW, call: 1, attempt: 3, startedAt: NOW - 1, payload: '["ä\u{1F600}\\u0000"]' },
  { type: 'wait_created', at: NOW, call: 2, dueAt: 8_640_000_000_000_000 },
  { type: 'wait_completed', at: NOW, call: 2 },
  { type: 'hook_created', at: NOW, call: 3, token: 'plain' },
  { type: 'hook_created', at: NOW, call: 4, token: 'web', webhook: { mode: 'manual' }, payload: '[{}]' },
  { type: 'hook_received', at: NOW, call: 3, payload: '' },
  { type: 'hook_created', at: NOW, call: 5, token: 'taken' },
  { type: 'hook_conflict', at: NOW, call: 5, token: 'taken', heldBy: toRunId(9) },
  { type: 'hook_disposed', at: NOW, call: 3 },
  { type: 'run_cancel_requested', at: NOW, reason: 'no longer wanted' },
  { type: 'run_cancel_requested', at: NOW, cause: 'timeout' },
  { type: 'run_paused', at: NOW },
  { type: 'run_resumed', at: NOW },
  { type: 'run_moved', at: NOW, buildId: toBuildId('b2') },
  { type: 'patched', at: NOW, id: 'faster' },
  { type: 'signal_aborted', at: NOW, signal: 1, payload: '["enough"]' },
  { type: 'step_heartbeat', at: NOW, call: 0, attempt: 1, payload: '["half"]' },
  { type: 'stream_written', at: NOW, stream: 'default', chunks: 3, digest: 'sUdf_-x' },
  { type: 'stream_written', at: NOW, stream: 'ns:a', streamRunId: toRunId(7), chunks: 1, digest: 'x' },
  { type: 'stream_closed', at: NOW, stream: 'ns:a', streamRunId: toRunId(7) },
  { type: 'stream_closed', at: NOW, stream: 'default' },
  {
    type: 'child_created',
    at: NOW,
    call: 6,
    childId: toRunId(7),
    workflowId: ORDER,
    payload: '[[1]]',
    detached: true,
    options: { startAt: NOW + 1, timeoutMs: 5, retentionMs: 6, attributes: { customer: 'c1' } },
  },
  { type: 'child_created', at: NOW, call: 7, childId: toRunId(8), workflowId: ORDER, payload: '[[]]' },
  { type: 'child_cancel_requested', at: NOW, call: 7, reason: 'enough' },
  { type: 'child_cancel_requested', at: NOW, call: 7 },
  { type: 'child_completed', at: NOW, call: 6, payload: '[1]' },
  { type: 'child_failed', at: NOW, call: 7, payload: '["failed"]' },
  { type: 'child_failed', at: NOW, call: 7, reason: 'cancelled' },
  { type: 'run_cancelled', at: NOW + 1, reason: 'no longer wanted' },
];

export function testJournal(openStore: OpenStore): void {
  it('returns every field of every kind of event', async () => {
    const { world, connect } = await openStore();
    const parent = { runId: toRunId(5), call: 2 };
    const forkedFrom = { runId: toRunId(6), seq: 4 };
    const facts = { key: 'k', startAt: 1, timeoutMs: 2, retentionMs: 3, attributes: { a: 1 }, parent, forkedFrom };
    const { events } = await ownRun(world, { created: facts });
    const more = toCommit({ events: ALL_EVENTS });
    await expect(world.commit(more)).resolves.toEqual({ ok: true });
    await expect((await connect()).readJournal(RUN)).resolves.toEqual([...events, ...more.events]);
  });

  it.each(['run_completed', 'run_failed'] as const)('gives back %s', async (type) => {
    const { world } = await openStore();
    await ownRun(world);
    await world.commit(toCommit({ events: [{ type, at: NOW, payload: '[1]' }] }));
    await expect(world.readJournal(RUN, 1)).resolves.toEqual([{ type, at: NOW, seq: 2, payload: '[1]' }]);
  });

  it('reads a journal from a position on, and none for an unknown run', async () => {
    const { world } = await openStore();
    await ownRun(world, { events: [started(), stepCreated(0)] });
    await expect(world.readJournal(RUN, 2)).resolves.toEqual(numbered(3, [stepCreated(0)]));
    await expect(world.readJournal(RUN, 3)).resolves.toEqual([]);
    await expect(world.readJournal(toRunId(2))).resolves.toEqual([]);
  });

  it('reads a journal page by page: each ends with the event with which it has the bytes that were asked for', async () => {
    const { world } = await openStore();
    const steps = Array.from({ length: 40 }, (_, call) => [
      stepCreated(call),
      stepCompleted(call, 'x'.repeat(20_000)),
    ]).flat();
    await ownRun(world, { events: [started(), ...steps] });
    const journal = await world.readJournal(RUN);
    const pages: JournalEvent[][] = [];
    for (let seq = 0; seq < 82; seq = pages.at(-1)!.at(-1)!.seq) pages.push(await world.readJournal(RUN, seq, 100_000));
    expect(pages.flat()).toEqual(journal);
    const bytes = pages.map((page) => JSON.stringify(page).length);
    expect(Math.max(...bytes)).toBeLessThan(150_000);
    expect(pages.length).toBeLessThan(12);
    await expect(world.readJournal(RUN, 4, 1)).resolves.toEqual([journal[4]]);
  });

  it('summarises the journal of a run', async () => {
    const { world } = await openStore();
    await ownRun(world);
    const pending = {
      runId: RUN,
      workflowId: ORDER,
      buildId: null,
      status: 'pending',
      createdAt: NOW,
      startedAt: null,
      completedAt: null,
      seq: 1,
      epoch: 1,
      owner: ALICE,
      dueAt: null,
      inboxTaken: 0,
      parked: null,
      key: null,
      attributes: {},
      parent: null,
      pausedAt: null,
      baseSeq: 0,
      expiresAt: null,
    };
    await expect(world.readRun(RUN)).resolves.toEqual(pending);
    await world.commit(toCommit({ events: [started()], dueAt: NOW + 5 }));
    const running = { ...pending, status: 'running', buildId: BUILD, startedAt: NOW, seq: 2, dueAt: NOW + 5 };
    await expect(world.readRun(RUN)).resolves.toEqual(running);
    await world.commit(toCommit({ afterSeq: 2, events: [completed()] }));
    const done = { ...running, status: 'completed', completedAt: NOW + 9, seq: 3, owner: null, dueAt: null };
    await expect(world.readRun(RUN)).resolves.toEqual(done);
    await expect(world.readRun(toRunId(2))).resolves.toBeNull();
  });

  it('shows the facts with which a run was created', async () => {
    const { world, connect } = await openStore();
    const attributes = { customer: 'c1', amount: 12.5, isUrgent: false, ['__proto__']: 'odd' };
    await ownRun(world, { created: { key: 'order-1', attributes, parent: { runId: toRunId(9), call: 3 } } });
    const other = await connect();
    await expect(other.readRun(RUN)).resolves.toMatchObject({ key: 'order-1', attributes, parent: toRunId(9) });
    await world.commit(toCommit({ events: [started()] }));
    await expect(other.readRun(RUN)).resolves.toMatchObject({ key: 'order-1', attributes, parent: toRunId(9) });
  });

  it('shows since when a run is paused, until it resumes or is cancelled', async () => {
    const { world } = await openStore();
    await ownRun(world);
    const pausedAfter = async (afterSeq: number, ...events: EventInput[]) => {
      await expect(world.commit(toCommit({ afterSeq, events }))).resolves.toEqual({ ok: true });
      return (await world.readRun(RUN))!.pausedAt;
    };
    await expect(pausedAfter(1, { type: 'run_paused', at: NOW + 1 })).resolves.toBe(NOW + 1);
    await expect(pausedAfter(2, stepCreated(0))).resolves.toBe(NOW + 1);
    await expect(pausedAfter(3, { type: 'run_resumed', at: NOW + 2 })).resolves.toBeNull();
    await expect(pausedAfter(4, { type: 'run_paused', at: NOW + 3 })).resolves.toBe(NOW + 3);
    await expect(pausedAfter(5, { type: 'run_cancel_requested', at: NOW + 4 })).resolves.toBeNull();
  });

  it('shows the build of a run that was moved or continued', async () => {
    const { world } = await openStore();
    await ownRun(world, { events: [started()] });
    await world.commit(toCommit({ afterSeq: 2, events: [{ type: 'run_moved', at: NOW, buildId: toBuildId('b2') }] }));
    await expect(world.readRun(RUN)).resolves.toMatchObject({ buildId: 'b2', baseSeq: 0 });
    await world.commit(toCommit({ afterSeq: 3, events: [continued(0), stepCreated(0)] }));
    await expect(world.readRun(RUN)).resolves.toMatchObject({ buildId: BUILD, baseSeq: 4, status: 'running' });
    await world.commit(toCommit({ afterSeq: 5, events: [stepCompleted(0)] }));
    await expect(world.readRun(RUN)).resolves.toMatchObject({ baseSeq: 4, startedAt: NOW });
  });

  it('stores a run that ends in the commit that creates it', async () => {
    const { world } = await openStore();
    await ownRun(world, { events: [started(), completed()] });
    await expect(world.readRun(RUN)).resolves.toMatchObject({ status: 'completed', owner: null, dueAt: null, seq: 3 });
  });

  it('refuses a second run with the same id and leaves the first as it was', async () => {
    const { world, connect } = await openStore();
    const other = await connect();
    const outcomes = await Promise.all([
      world.createRun(toNewRun({ dueAt: 1 })),
      other.createRun(toNewRun({ dueAt: 2, events: [started()] })),
    ]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes).toContainEqual({ ok: false, reason: 'exists' });
    const { dueAt, seq } = (await world.readRun(RUN))!;
    expect({ dueAt, seq }).toEqual(outcomes[0].ok ? { dueAt: 1, seq: 1 } : { dueAt: 2, seq: 2 });
    await expect(world.readJournal(RUN)).resolves.toHaveLength(seq);
  });

  it('refuses a commit whose conditions do not hold and changes nothing', async () => {
    const { world } = await openStore();
    await ownRun(world);
    const before = await world.readRun(RUN);
    const conditions = [{ epoch: 0 }, { epoch: 2 }, { afterSeq: 0 }, { afterSeq: 2 }, { runId: toRunId(2) }];
    for (const condition of conditions) {
      const commit = toCommit({ ...condition, events: [started()], dueAt: 1, release: true });
      await expect(world.commit(commit)).resolves.toEqual({ ok: false, reason: 'fenced' });
    }
    await expect(world.readRun(RUN)).resolves.toEqual(before);
    await expect(world.readJournal(RUN)).resolves.toHaveLength(1);
  });

  it('refuses a commit to a run that has ended or was released', async () => {
    const { world } = await openStore();
    await ownRun(world);
    await ownRun(world, { runId: toRunId(2) });
    await endRun(world);
    await world.commit(toCommit({ runId: toRunId(2), release: true }));
    const fenced = { ok: false, reason: 'fenced' };
    await expect(world.commit(toCommit({ afterSeq: 2, events: [started()] }))).resolves.toEqual(fenced);
    await expect(world.commit(toCommit({ runId: toRunId(2), events: [started()] }))).resolves.toEqual(fenced);
  });

  it('applies one of two commits to the same position', async () => {
    const { world, connect } = await openStore();
    const other = await connect();
    await ownRun(world);
    const outcomes = await Promise.all([
      world.commit(toCommit({ events: [started()] })),
      other.commit(toCommit({ events: [started(), stepCreated(0)] })),
      world.commit(toCommit({ events: [completed()] })),
    ]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    const { seq } = (await world.readRun(RUN))!;
    await expect(world.readJournal(RUN)).resolves.toHaveLength(seq);
  });

  it('reports misnumbered events as a defect, stores none of them, and serves the next request', async () => {
    const { world } = await openStore();
    await ownRun(world);
    const misnumbered = [
      world.commit({ ...toCommit(), events: numbered(3, [started()]) }),
      world.createRun({ ...toNewRun({ runId: toRunId(2) }), events: numbered(2, [started()]) }),
    ];
    const good = world.commit(toCommit({ events: [started()] }));
    for (const request of misnumbered) {
      await expect(request).rejects.toMatchObject({ code: 'world_events_misnumbered' });
    }
    await expect(good).resolves.toEqual({ ok: true });
    await expect(world.readRun(toRunId(2))).resolves.toBeNull();
  });

  it('keeps the reason why a run is parked until a commit changes it', async () => {
    const { world } = await openStore();
    await ownRun(world);
    const parked = { code: 'build_not_found', message: 'The code of this run is missing.', retryMs: 1_000 };
    await world.commit(toCommit({ parked }));
    await expect(world.readRun(RUN)).resolves.toMatchObject({ parked, seq: 1, owner: ALICE });
    await world.commit(toCommit());
    await expect(world.readRun(RUN)).resolves.toMatchObject({ parked: null });
  });

  it('creates a run without owner when its owner was given up before', async () => {
    const { world } = await openStore();
    await expect(world.createRun(toNewRun({ owner: ALICE, dueAt: null }))).resolves.toEqual({ ok: true });
    await expect(world.readRun(RUN)).resolves.toMatchObject({ owner: null, epoch: 1, dueAt: NOW });
    await world.joinWorker(ALICE, LEASE_UNTIL);
    // The creator's attempts under epoch 1 were cut off, and its commits are refused.
    await expect(world.claimDue(ALICE, NOW, 1)).resolves.toMatchObject([
      { abandonedAt: Infinity, run: { runId: RUN, epoch: 2 } },
    ]);
  });

  it('stores a payload of a megabyte unchanged', async () => {
    const { world } = await openStore();
    await ownRun(world);
    const payload = JSON.stringify('ä😀x'.repeat(200_000));
    await world.commit(toCommit({ events: [{ type: 'run_completed', at: NOW, payload }] }));
    const [end] = await world.readJournal(RUN, 1);
    expect(end).toHaveProperty('payload', payload);
  });
}
