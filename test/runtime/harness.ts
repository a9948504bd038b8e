/** A runtime for one test: a World of its own, in place of the one of the process. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Runtime } from '../../runtime/api/runtime.ts';
import { readSettings } from '../../runtime/api/settings.ts';
import { start } from '../../runtime/api/start.ts';
import type { Run } from '../../runtime/api/run.ts';
import type { Clock } from '../../runtime/contract/clock.ts';
import type { RunId } from '../../runtime/contract/ids.ts';
import type { EventType, JournalEvent } from '../../runtime/journal/events.ts';
import { systemClock } from '../../runtime/worker/system-clock.ts';
import { EncryptedWorld } from '../../runtime/world/encrypted/encrypted-world.ts';
import { parseKeyRing } from '../../runtime/world/encrypted/key-ring.ts';
import { createWorld } from '../../runtime/world/open.ts';
import { ShardedWorld } from '../../runtime/world/sharded/sharded-world.ts';
import type { World } from '../../runtime/world/world.ts';
import { postgresUrl } from '../world/postgres-queries.ts';
import { makeSchema } from '../world/postgres-store.ts';
import { openDatabases } from '../world/sharded-store.ts';
import { buildFromFunctions, workflowIdOf, type TestCode } from './build-from-functions.ts';
import { lendRuntime } from './process-runtime.ts';

export interface HarnessOptions {
  clock?: Clock;
  world?: World;
  /** Environment variables. The suite runs once more with WORKFLOW_LIVE_RUNS=0: replay at every suspension. */
  env?: Record<string, string>;
}

export interface Harness {
  readonly world: World;
  readonly runtime: Runtime;
  start(name: string, ...args: unknown[]): Promise<Run<any>>;
  journal(run: { runId: string }): Promise<JournalEvent[]>;
  /** Resolves when the run's journal satisfies `test`. */
  until(run: { runId: string }, test: (journal: JournalEvent[]) => boolean): Promise<JournalEvent[]>;
  /** Resolves when the run's journal has an event of this type. */
  untilEvent(run: { runId: string }, type: EventType): Promise<JournalEvent[]>;
  /** Other code for new runs (and, where bundles are equal, for running ones). */
  deploy(code: TestCode): Promise<void>;
}

/** Starts a runtime on a fresh World; it is closed when the test ends. */
export async function createHarness(code: TestCode, options: HarnessOptions = {}): Promise<Harness> {
  const world = options.world ?? (await createTestWorld(process.env['TEST_WORLD'] ?? 'memory'));
  const env = {
    WORKFLOW_LIVE_RUNS: process.env['WORKFLOW_LIVE_RUNS'],
    // A virtual clock leaps; the lease must not end on the way.
    ...(options.clock && { WORKFLOW_LEASE_MS: '3600000' }),
    ...options.env,
  };
  const runtime = new Runtime(readSettings(env), options.clock ?? systemClock);
  runtime.setWorld(world);
  lendRuntime(runtime);
  await runtime.useBuild(buildFromFunctions(code));
  await runtime.start();

  const journal = (run: { runId: string }): Promise<JournalEvent[]> => world.readJournal(run.runId as RunId);
  async function until(run: { runId: string }, test: (journal: JournalEvent[]) => boolean): Promise<JournalEvent[]> {
    for (;;) {
      const changed = nextChange(world);
      const events = await journal(run);
      if (test(events)) return events;
      await changed;
    }
  }
  return {
    world,
    runtime,
    journal,
    until,
    start: (name, ...args) => start({ workflowId: workflowIdOf(name) }, args as never),
    untilEvent: (run, type) => until(run, (events) => events.some((event) => event.type === type)),
    deploy: (next) => runtime.useBuild(buildFromFunctions(next)),
  };
}

/** An empty store of a kind, or of the kind that the environment names. Its data is gone when the test ends. */
export async function createTestWorld(kind: string): Promise<World> {
  if (kind === 'memory') return await createWorld({ kind });
  if (kind === 'postgres') return await createWorld({ kind, url: postgresUrl(), schema: makeSchema() });
  if (kind === 'databases') return new ShardedWorld(await openDatabases(3));
  const world = await createSqliteWorld();
  return process.env['TEST_KEYS'] ? new EncryptedWorld(world, parseKeyRing(`only,k1:${'A'.repeat(43)}`)) : world;
}

async function createSqliteWorld(): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), 'workflow-test-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return await createWorld({ kind: 'sqlite', dataDir });
}

/** Resolves when the World has changed; changes of other processes count, too. */
export function nextChange(world: World): Promise<void> {
  return new Promise((resolve) => {
    const stop = world.subscribe(() => {
      stop();
      resolve();
    });
  });
}
