/** A store with a value at each place that takes one. */
import { expect } from 'vitest';
import type { BuildId, RunId, WorkerId, WorkflowId } from '../../runtime/contract/ids.ts';
import type { JournalEvent, RunCreated } from '../../runtime/journal/events.ts';
import { EncryptedWorld } from '../../runtime/world/encrypted/encrypted-world.ts';
import { parseKeyRing } from '../../runtime/world/encrypted/key-ring.ts';
import type { NewRun, Receipt, RunCommit, World } from '../../runtime/world/world.ts';

export const keyText = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
export const [OLD, NEW] = [`old:${keyText(1)}`, `new:${keyText(2)}`];
export const [RUN, OTHER] = ['wrun_1', 'wrun_2'] as RunId[] as [RunId, RunId];
export const WORKER = 'wkr_1' as WorkerId;
export const SECRET = 'a value that nobody may read';
export const text = (part: string): string => JSON.stringify({ json: `${SECRET}: ${part}` });

export const encrypted = (world: World, keys: string): EncryptedWorld => new EncryptedWorld(world, parseKeyRing(keys));

const WORKFLOW = 'workflow//./app//main' as WorkflowId;

export const created: RunCreated = {
  type: 'run_created',
  seq: 1,
  at: 1,
  workflowId: WORKFLOW,
  seed: 'ab'.repeat(32),
  payload: text('arguments'),
  attributes: { customer: 'c1' },
};

export const newRun: NewRun = {
  runId: RUN,
  workflowId: WORKFLOW,
  owner: WORKER,
  dueAt: null,
  events: [created],
};

/** One event of each kind that holds a value, besides the one by which a run begins anew. */
export const EVENTS: JournalEvent[] = (
  [
    { type: 'run_started', buildId: 'b' as BuildId },
    { type: 'step_created', call: 0, name: 'step//./app//a', payload: text('input') },
    { type: 'step_retrying', call: 0, attempt: 1, retryAt: 3, payload: text('error') },
    { type: 'step_heartbeat', call: 0, attempt: 2, payload: text('heartbeat') },
    { type: 'step_completed', call: 0, attempt: 2, startedAt: 2, payload: text('result') },
    {
      type: 'hook_created',
      call: 1,
      token: 't1',
      payload: text('metadata'),
      webhook: { mode: 'static', response: text('reply') },
    },
    { type: 'signal_aborted', signal: 0, payload: text('reason') },
    { type: 'stream_written', stream: 's', chunks: 1, digest: SECRET },
    { type: 'child_created', call: 2, childId: OTHER, workflowId: 'workflow//./app//main', payload: text('child') },
  ] as JournalEvent[]
).map((event, i) => ({ ...event, seq: i + 2, at: 2 }));

/** It drops the events before it, so it has a run of its own. */
export const continued: JournalEvent = {
  type: 'run_continued',
  seq: 2,
  at: 2,
  payload: text('again'),
  firstCall: 3,
  hooks: [{ call: 1, token: 't2', payloads: [text('carried')] }],
  buildId: 'b' as BuildId,
  startedAt: 2,
};

export const commit: RunCommit = {
  runId: RUN,
  epoch: 1,
  afterSeq: 1,
  events: EVENTS,
  inboxTaken: 0,
  dueAt: null,
  release: false,
  parked: null,
  appends: [{ runId: RUN, stream: 's', chunks: [text('chunk'), Buffer.from(SECRET)], closes: false }],
  outbox: {
    runs: [{ ...newRun, runId: OTHER, owner: null, events: [created, continued] }],
    messages: [
      { runId: OTHER, content: { type: 'child', call: 0, status: 'completed', payload: text('message') }, at: 2 },
    ],
  },
};

export const receipt: Receipt = { id: 'i', digest: SECRET, reply: text('answer'), replyStream: null };

export async function fill(world: World): Promise<void> {
  await world.joinWorker(WORKER, 1e15);
  await world.createRun(newRun);
  await expect(world.commit(commit)).resolves.toEqual({ ok: true });
  await world.deliverToHook('t1', text('payload'), 3, { receipt });
}
