import { expect, it } from 'vitest';
import { exportRuns } from '../../../runtime/world/moving/export-runs.ts';
import { importRuns, type ImportSummary } from '../../../runtime/world/moving/import-runs.ts';
import { readExport } from '../../../runtime/world/moving/read-export.ts';
import type { StoredRun, World } from '../../../runtime/world/world.ts';
import { readStore } from '../read-store.ts';
import { fillStore, ODD_NAME } from '../rich-store.ts';
import {
  ALICE,
  BOB,
  completed,
  hookCreated,
  LEASE_UNTIL,
  NOW,
  numbered,
  ownRun,
  RUN,
  toCommit,
  toNewRun,
  toRunId,
} from '../run-fixtures.ts';
import type { OpenStore } from '../test-store.ts';

const EXPORTED = { code: 'world_store_exported' };
const IMPORTING = { code: 'world_store_importing' };

async function collect(lines: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const line of lines) text += `${line}\n`;
  return text;
}

const exportAll = (world: World): Promise<string> => collect(exportRuns(world, {}, { now: NOW }));

async function* piecesOf(text: string): AsyncGenerator<Uint8Array, void> {
  for (let i = 0; i < text.length; i += 10_000) yield Buffer.from(text.slice(i, i + 10_000));
}

const importAll = (world: World, text: string): Promise<ImportSummary> =>
  importRuns(world, readExport(piecesOf(text), 'runs'), { name: 'runs', now: NOW });

/** A run of a few events as another store has it. */
const toStored = (input: Partial<StoredRun['record']> = {}, rest: Partial<StoredRun> = {}): StoredRun => ({
  record: {
    runId: RUN,
    workflowId: toNewRun().workflowId,
    buildId: null,
    status: 'running',
    createdAt: NOW,
    startedAt: null,
    completedAt: null,
    seq: 1,
    epoch: 0,
    owner: null,
    dueAt: NOW,
    inboxTaken: 0,
    parked: null,
    key: null,
    attributes: {},
    parent: null,
    pausedAt: null,
    baseSeq: 0,
    expiresAt: null,
    ...input,
  },
  retentionMs: null,
  abandonedAt: null,
  inboxLast: 0,
  inbox: [],
  hooks: [],
  receipts: [],
  streams: [],
  ...rest,
});

const arriving = (run: StoredRun, stage: number | null = null) => ({
  run,
  stage,
  runId: run.record.runId,
  events: stage === null ? toNewRun().events : [],
  chunks: [],
});

export function testMoves(openStore: OpenStore): void {
  it('puts all that one store has into another one, which goes on from there', async () => {
    const [{ world: source }, { world: target, connect }] = [await openStore(), await openStore()];
    const runIds = await fillStore(source);
    await expect(source.moves().hold('export', NOW)).resolves.toBe(true);
    const text = await exportAll(source);
    const summary = await importAll(target, text);
    expect(summary).toEqual({ imported: runIds.length, skipped: 0, refused: [], bundles: 1, hasSecret: true });
    const other = await connect();
    expect(await readStore(other)).toEqual(await readStore(source));
    expect(await target.moves().readIdentity()).toEqual({ ...(await source.moves().readIdentity()), held: null });
    await expect(importAll(target, text)).resolves.toMatchObject({ imported: 0, skipped: runIds.length, refused: [] });

    await target.joinWorker(BOB, LEASE_UNTIL);
    await expect(target.claimRun(BOB, RUN)).resolves.toMatchObject({ run: { epoch: 3, seq: 3 }, abandonedAt: NOW });
    await expect(target.deliverToHook('other', '[]', NOW)).resolves.toMatchObject({ ok: true, runId: toRunId(2) });
    const receipt = { id: ODD_NAME, digest: 'd', reply: null, replyStream: null };
    await expect(target.deliverToHook(ODD_NAME, '[]', NOW, { receipt })).resolves.toMatchObject({ reason: 'repeated' });
    await expect(importAll(target, text)).rejects.toMatchObject({ code: 'world_import_worker' });
    await target.leaveWorker(BOB);
    await expect(importAll(target, text)).resolves.toMatchObject({
      skipped: runIds.length - 2,
      refused: [
        { runId: RUN, reason: 'differs', heldBy: null },
        { runId: toRunId(2), reason: 'differs', heldBy: null },
      ],
    });
  });

  it('is held for an export: it takes neither workers nor changes, until the hold ends', async () => {
    const { world, connect } = await openStore();
    const other = await connect();
    await ownRun(world, { events: [hookCreated(0, 'token')] });
    await expect(other.moves().hold('export', NOW)).resolves.toBe(false);
    await expect(world.commit(toCommit({ afterSeq: 2, release: true }))).resolves.toEqual({ ok: true });
    await world.leaveWorker(ALICE);
    await expect(other.moves().hold('export', NOW)).resolves.toBe(true);
    await expect(other.moves().hold('export', NOW)).resolves.toBe(true);
    await expect(world.moves().hold('import', NOW)).rejects.toMatchObject(EXPORTED);
    await expect(world.joinWorker(BOB, LEASE_UNTIL)).rejects.toMatchObject(EXPORTED);
    await expect(world.createRun(toNewRun({ runId: toRunId(2) }))).rejects.toMatchObject(EXPORTED);
    await expect(world.deliver(RUN, { type: 'cancel' }, NOW)).rejects.toMatchObject(EXPORTED);
    await expect(world.deliverToHook('token', '[]', NOW)).rejects.toMatchObject(EXPORTED);
    await expect(world.appendChunks(RUN, 'log', ['a'])).rejects.toMatchObject(EXPORTED);
    await expect(world.moves().insertRuns([arriving(toStored({ runId: toRunId(3) }))])).rejects.toMatchObject(EXPORTED);
    await expect(world.readRun(RUN)).resolves.toMatchObject({ seq: 2, owner: null });
    await world.moves().endHold();
    await world.moves().endHold();
    await other.joinWorker(BOB, LEASE_UNTIL);
    await expect(other.claimRun(BOB, RUN)).resolves.toMatchObject({ run: { epoch: 2 } });
  });

  it('gives back the runs of dead workers when it is held', async () => {
    const { world } = await openStore();
    await ownRun(world);
    await expect(world.moves().hold('export', LEASE_UNTIL + 60_000)).resolves.toBe(true);
    await expect(world.moves().readStoredRun(RUN)).resolves.toMatchObject({
      record: { owner: null },
      abandonedAt: LEASE_UNTIL + 60_000,
    });
  });

  it('is held for an import: it takes runs and no workers', async () => {
    const { world, connect } = await openStore();
    await expect(world.moves().hold('import', NOW)).resolves.toBe(true);
    const other = await connect();
    await expect(other.joinWorker(BOB, LEASE_UNTIL)).rejects.toMatchObject(IMPORTING);
    await expect(other.moves().hold('export', NOW)).rejects.toMatchObject(IMPORTING);
    await expect(world.moves().insertRuns([arriving(toStored())])).resolves.toEqual([{ ok: true }]);
    await other.moves().endHold();
    await world.joinWorker(BOB, LEASE_UNTIL);
    await expect(world.claimDue(BOB, NOW, 9)).resolves.toHaveLength(1);
  });

  it('leaves out a run whose id, key, token or receipt another one has, and names that one', async () => {
    const { world } = await openStore();
    await world.createRun(toNewRun({ created: { key: ODD_NAME }, events: [hookCreated(0, ODD_NAME)] }));
    const receipt = { id: ODD_NAME, digest: 'd', reply: null, replyStream: null };
    await world.deliverToHook(ODD_NAME, '[]', NOW, { receipt });
    const hook = {
      runId: toRunId(3),
      call: 0,
      token: ODD_NAME,
      createdAt: NOW,
      webhook: null,
      once: false,
      metadata: null,
    };
    const free = toStored({ runId: toRunId(5), key: 'free' });
    const outcomes = await world
      .moves()
      .insertRuns([
        arriving(toStored()),
        arriving(toStored({ runId: toRunId(2), key: ODD_NAME })),
        arriving(toStored({ runId: toRunId(3) }, { hooks: [hook] })),
        arriving(toStored({ runId: toRunId(4) }, { receipts: [{ token: ODD_NAME, receipt }] })),
        arriving(free),
        arriving({ ...free, record: { ...free.record, runId: toRunId(6) } }),
      ]);
    expect(outcomes).toEqual([
      { ok: false, reason: 'exists' },
      { ok: false, reason: 'key_taken', heldBy: RUN },
      { ok: false, reason: 'token_taken', heldBy: RUN },
      { ok: false, reason: 'receipt_taken', heldBy: RUN },
      { ok: true },
      { ok: false, reason: 'key_taken', heldBy: toRunId(5) },
    ]);
    const { runs } = await world.listRuns({ limit: 9 });
    expect(runs.map(({ runId }) => runId)).toEqual([toRunId(5), RUN]);
  });

  it('shows nothing of a run that comes in stages before all of it is there', async () => {
    const { world, connect } = await openStore();
    const { moves } = { moves: world.moves() };
    const [first, ...events] = numbered(1, [...toNewRun().events, completed()]);
    const part = { runId: RUN, events: [first!], chunks: [{ stream: 's', from: 0, chunks: ['a', null] }] };
    const stage = await moves.stageRun(part, null);
    await moves.stageRun({ runId: RUN, events, chunks: [{ stream: 's', from: 2, chunks: ['b'] }] }, stage);
    const other = await connect();
    await expect(other.readRun(RUN)).resolves.toBeNull();
    await expect(other.readJournal(RUN)).resolves.toEqual([]);
    await world.createRun(toNewRun({ runId: toRunId(2) }));
    const streams = [{ stream: 's', nextIndex: 3, closed: true, writers: [] }];
    const run = toStored({ status: 'completed', seq: 2, dueAt: null, completedAt: NOW + 9 }, { streams });
    await expect(moves.insertRuns([arriving(run, stage)])).resolves.toEqual([{ ok: true }]);
    await expect(other.readJournal(RUN)).resolves.toEqual([first, ...events]);
    await expect(other.readChunks(RUN, 's', 0, 9)).resolves.toMatchObject({ chunks: ['a', null, 'b'], closed: true });
    // It was on its way before the other one was created.
    const { runs } = await other.listRuns({ limit: 9, createdFrom: NOW });
    expect(runs.map(({ runId }) => runId).sort()).toEqual([RUN, toRunId(2)]);
    await expect(world.deleteRuns([RUN])).resolves.toBe(1);
  });

  it('drops stages whose run never came, and refuses what comes for them later', async () => {
    const { world } = await openStore();
    const part = { runId: RUN, events: toNewRun().events, chunks: [] };
    const stage = await world.moves().stageRun(part, null);
    await world.moves().dropStages();
    await expect(world.moves().stageRun(part, stage)).rejects.toMatchObject({ code: 'world_stage_gone' });
    await expect(world.moves().insertRuns([arriving(toStored(), stage)])).rejects.toMatchObject({
      code: 'world_stage_gone',
    });
    await expect(world.readRun(RUN)).resolves.toBeNull();
    await world.createRun(toNewRun());
    await expect(world.readJournal(RUN)).resolves.toHaveLength(1);
  });

  it('takes over a secret while it has no runs', async () => {
    const { world, connect } = await openStore();
    await expect(world.moves().takeSecret('ab'.repeat(32))).resolves.toBe(true);
    await expect((await connect()).readSecret()).resolves.toBe('ab'.repeat(32));
    await world.createRun(toNewRun());
    await expect(world.moves().takeSecret('cd'.repeat(32))).resolves.toBe(false);
    await expect(world.moves().takeSecret('ab'.repeat(32))).resolves.toBe(true);
  });
}
