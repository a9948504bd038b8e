/** A store with runs in the states that operators meet. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeValue } from '../../runtime/host-values/host-codec.ts';
import type { RunId, WorkflowId } from '../../runtime/contract/ids.ts';
import { toStreamName } from '../../runtime/values/stream-reference.ts';
import { createWorld } from '../../runtime/world/open.ts';
import type { World } from '../../runtime/world/world.ts';
import {
  ALICE,
  completed,
  type EventInput,
  hookCreated,
  type RunInput,
  started,
  stepCompleted,
  stepCreated,
  toCommit,
  toNewRun,
  toRunId,
} from '../world/run-fixtures.ts';

const HOUR_MS = 3_600_000;
const LEASE_MS = 600_000;

const workflow = (module: string, name: string): WorkflowId => `workflow//./${module}//${name}` as WorkflowId;

/** By what they are. */
export const RUNS = {
  completed: toRunId(1),
  failed: toRunId(2),
  sleeping: toRunId(3),
  waiting: toRunId(4),
  parked: toRunId(5),
  paused: toRunId(6),
  pending: toRunId(7),
  /** Of another workflow with the name of that of `pending`. */
  namesake: toRunId(8),
  child: toRunId(9),
  unreadable: toRunId(10),
} satisfies Record<string, RunId>;

/** Of the hook that waits. */
export const TOKEN = 'approval-ü';
/** It would clear the screen, and turn the text red. */
export const MESSAGE = 'The card\u001b[2J was\ndeclined \u001b[31m日本';

/** A project folder with such a store. */
export interface OperatorStore {
  cwd: string;
  world: World;
  /** Removes it. */
  close(): Promise<void>;
}

/** Makes a new one, which is open. */
export async function openOperatorStore(): Promise<OperatorStore> {
  const cwd = mkdtempSync(join(tmpdir(), 'operator-'));
  const world = await createWorld({ kind: 'sqlite', dataDir: join(cwd, '.workflow-data') });
  await world.open();
  await fillOperatorStore(world);
  return {
    cwd,
    world,
    async close() {
      await world.close();
      rmSync(cwd, { recursive: true, force: true });
    },
  };
}

/** Fills an empty store. The newest run is an hour old, the next one two hours, and so on. */
export async function fillOperatorStore(world: World): Promise<void> {
  const now = Date.now();
  await world.joinWorker(ALICE, now + LEASE_MS);
  const create = async (runId: RunId, workflowId: WorkflowId, input: RunInput = {}): Promise<void> => {
    const at = now - Number(runId.slice(-2)) * HOUR_MS;
    const run = toNewRun({ runId, workflowId, owner: ALICE, dueAt: null, ...input });
    // The fixtures are of one moment.
    run.events = run.events.map((event) => ({ ...event, at: at + event.seq }));
    await world.createRun(run);
  };
  // The newest first in lists: by the order of creation.
  await create(RUNS.unreadable, workflow('shop', 'order'), {
    created: { payload: '!key_missing:k2026' },
    events: [started(), completed()],
  });
  await create(RUNS.child, workflow('shop', 'audit'), {
    created: { parent: { runId: RUNS.completed, call: 9 } },
    events: [started(), completed()],
  });
  for (const [runId, module] of [
    [RUNS.namesake, 'b'],
    [RUNS.pending, 'a'],
  ] as const)
    await create(runId, workflow(module, 'ship'), { owner: null, dueAt: now - HOUR_MS });
  await create(RUNS.paused, workflow('shop', 'remind'), { events: [started()] });
  await world.commit(toCommit({ runId: RUNS.paused, afterSeq: 2, events: [{ type: 'run_paused', at: now }] }));
  await create(RUNS.parked, workflow('shop', 'remind'), { events: [started()] });
  const parked = { code: 'step_missing', message: 'no worker has the step "mail"', retryMs: 5_000 };
  await world.commit(toCommit({ runId: RUNS.parked, afterSeq: 2, parked, release: true, dueAt: now + HOUR_MS }));
  await create(RUNS.waiting, workflow('shop', 'approve'), { events: [started(), hookCreated(0, TOKEN)] });
  const sleep: EventInput = { type: 'wait_created', at: now, call: 1, dueAt: now + 3 * HOUR_MS };
  const busy = retrying(now + HOUR_MS, await encodeValue(new Error('busy'), 'error'));
  await create(RUNS.sleeping, workflow('shop', 'remind'), { events: [started(), stepCreated(0), busy, sleep] });
  await createEnded(create);
}

/** The first try of the first call has failed. */
const retrying = (retryAt: number, payload: string): EventInput => ({
  type: 'step_retrying',
  at: 0,
  call: 0,
  attempt: 1,
  retryAt,
  payload,
});

async function createEnded(
  create: (runId: RunId, workflowId: WorkflowId, input: RunInput) => Promise<void>,
): Promise<void> {
  const payload = await encodeValue(new Error(MESSAGE), 'error');
  const label = await encodeValue('card \u001b[2J7', 'label');
  const failure: EventInput = { type: 'step_failed', at: 0, call: 0, attempt: 2, startedAt: 0, label, payload };
  await create(RUNS.failed, workflow('shop', 'order'), {
    events: [
      started(),
      stepCreated(0),
      retrying(0, payload),
      failure,
      { type: 'run_failed', at: 0, payload, step: { call: 0, name: 'step//./shop//charge' } },
    ],
  });
  const charge = { ...stepCreated(0), payload: await encodeValue({ args: ['A-17', 7n] }, 'input') } as EventInput;
  await create(RUNS.completed, workflow('shop', 'order'), {
    created: {
      key: 'order-1',
      attributes: { customer: 42, region: 'eu' },
      payload: await encodeValue(['A-17'], 'args'),
    },
    events: [started(), charge, stepCompleted(0, await encodeValue({ paid: true }, 'result')), completed()],
    appends: [{ runId: RUNS.completed, stream: toStreamName('log'), chunks: ['["one"]', '[{"n":1},2]'], closes: true }],
  });
}
