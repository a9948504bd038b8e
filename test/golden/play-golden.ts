/** Plays the golden workflows with a clock and randomness that are always the same, so that their journals are. */
import { createHash } from 'node:crypto';
import { Connection } from '../../runtime/api/connection.ts';
import { readSettings } from '../../runtime/api/settings.ts';
import type { RunId, WorkflowId } from '../../runtime/contract/ids.ts';
import type { EventType, JournalEvent } from '../../runtime/journal/events.ts';
import { createWorld, type WorldConfig } from '../../runtime/world/open.ts';
import type { InboxContent, World } from '../../runtime/world/world.ts';
import { buildFromFunctions, workflowIdOf } from '../runtime/build-from-functions.ts';
import { VirtualClock } from '../runtime/virtual-clock.ts';
import { goldenSteps, goldenWorkflows } from './golden-code.ts';

type Environment = Record<string, string>;

const HOUR = 3_600_000;
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Bytes that look random and are always the same. */
function createBytes(): (length: number) => Buffer {
  let drawn = 0;
  return (length) => createHash('sha512').update(`golden ${drawn++}`).digest().subarray(0, length);
}

/** A process that plays; `world` is open. */
export class GoldenPlayer {
  readonly world: World;
  readonly clock: VirtualClock;
  readonly #connection: Connection;

  constructor(
    world: World,
    { clock = new VirtualClock(), env = {} }: { clock?: VirtualClock; env?: Environment } = {},
  ) {
    this.world = world;
    this.clock = clock;
    this.#connection = new Connection({
      world,
      clock,
      log: silent,
      settings: readSettings({ WORKFLOW_LEASE_MS: '3600000', ...env }),
      randomBytes: createBytes(),
      baseUrl: () => 'https://golden.example',
      print: () => {},
    });
  }

  async boot(version = ''): Promise<void> {
    const code = { workflows: goldenWorkflows, steps: goldenSteps(this.clock), version };
    await this.#connection.use(buildFromFunctions(code));
  }

  async start(
    name: string,
    args = '{"json":[]}',
    input: Partial<Parameters<Connection['createRun']>[0]> = {},
  ): Promise<RunId> {
    return await this.#connection.createRun({ workflowId: workflowIdOf(name) as WorkflowId, payload: args, ...input });
  }

  async send(runId: RunId, content: InboxContent): Promise<void> {
    await this.world.deliver(runId, content, this.clock.now());
  }

  async resume(token: string, payload: string): Promise<void> {
    await this.world.deliverToHook(token, payload, this.clock.now());
  }

  /** Resolves when the run has so many events of this type. */
  async until(runId: RunId, type: EventType, count = 1): Promise<void> {
    await this.#untilJournal(runId, (events) => events.filter((event) => event.type === type).length >= count);
  }

  async untilEnd(runId: RunId): Promise<JournalEvent> {
    await this.#connection.watchers.waitForEnd(runId);
    return (await this.world.readJournal(runId)).at(-1)!;
  }

  async untilNewBuild(runId: RunId): Promise<void> {
    await this.#untilJournal(runId, (events) => events.some(({ type }) => type === 'run_moved'));
  }

  async buildOf(version: string): Promise<InboxContent> {
    const { bundle } = buildFromFunctions({ workflows: goldenWorkflows, version });
    return { type: 'move', buildId: bundle.buildId };
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }

  async #untilJournal(runId: RunId, test: (events: JournalEvent[]) => boolean): Promise<void> {
    for (;;) {
      const changed = Promise.withResolvers<void>();
      const stop = this.world.subscribe(() => changed.resolve());
      const isThere = test(await this.world.readJournal(runId));
      if (!isThere) await changed.promise;
      stop();
      if (isThere) return;
    }
  }
}

/** Plays all of it. The runs by name; `waiting` and `later` have not ended. */
async function playGolden(player: GoldenPlayer): Promise<Record<string, RunId>> {
  const { clock } = player;
  await player.boot();

  const steps = await player.start('steps');
  await player.until(steps, 'step_retrying');
  clock.advance(60_000);
  await player.until(steps, 'step_heartbeat');
  clock.advance(200);
  await player.until(steps, 'step_started');
  clock.advance(300);
  await player.untilEnd(steps);

  const values = await player.start('values');
  await player.untilEnd(values);

  const facts = { attributes: { customer: 'c1', urgent: true, total: 2.5 }, retentionMs: 1e12, timeoutMs: 5 * HOUR };
  const waits = await player.start('waits', undefined, {
    key: 'golden-waits',
    facts: { ...facts, startAt: clock.now() + HOUR },
  });
  clock.advance(HOUR);
  await player.until(waits, 'wait_created');
  await player.send(waits, { type: 'signal', name: 'signal_of_the_caller', payload: '{"json":"enough"}' });
  await player.until(waits, 'signal_received');
  await player.send(waits, { type: 'attributes', attributes: { owner: 'ada', urgent: null } });
  await player.until(waits, 'attributes_changed');
  await player.send(waits, { type: 'pause' });
  await player.until(waits, 'run_paused');
  await player.boot('2');
  await player.send(waits, await player.buildOf('2'));
  await player.untilNewBuild(waits);
  await player.send(waits, { type: 'resume' });
  await player.until(waits, 'run_resumed');
  clock.advance(HOUR);
  await player.until(waits, 'hook_conflict');
  await player.resume('golden', '[1]');
  await player.untilEnd(waits);

  const parent = await player.start('parent');
  await player.untilEnd(parent);

  const writes = await player.start('writes');
  await player.untilEnd(writes);

  const rounds = await player.start('rounds', '{"json":[[]]}');
  await player.until(rounds, 'hook_created');
  await player.resume('rounds', '["a"]');
  await player.until(rounds, 'run_continued');
  await player.resume('rounds', '["b"]');
  await player.untilEnd(rounds);

  const cancelled = await player.start('stopped');
  await player.until(cancelled, 'wait_created');
  await player.send(cancelled, { type: 'cancel', reason: 'for the record' });
  await player.untilEnd(cancelled);

  const timedOut = await player.start('stopped', undefined, { facts: { timeoutMs: HOUR } });
  await player.until(timedOut, 'wait_created');
  clock.advance(HOUR);
  await player.untilEnd(timedOut);

  const waiting = await player.start('waiting');
  await player.until(waiting, 'hook_created');
  const later = await player.start('child', '{"json":["return"]}', { facts: { startAt: clock.now() + HOUR } });
  return { steps, values, waits, parent, writes, rounds, cancelled, timedOut, waiting, later };
}

/** The journals of the runs by name. */
export type Recordings = Record<string, { runId: RunId; journal: JournalEvent[] }>;

/** Plays on a new store, which is closed afterwards. */
export async function recordGolden(store: WorldConfig, env: Environment = {}): Promise<Recordings> {
  const world = await createWorld(store);
  await world.open();
  const player = new GoldenPlayer(world, { env });
  const recordings: Recordings = {};
  for (const [name, runId] of Object.entries(await playGolden(player))) {
    recordings[name] = { runId, journal: await world.readJournal(runId) };
  }
  await player.close();
  return recordings;
}
