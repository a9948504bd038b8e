/** An open store with the engine and the worker of this process: what every call of the API goes through. */
import type { Build } from '../contract/build.ts';
import type { Clock } from '../contract/clock.ts';
import { toUlid, type RunId, type WorkerId, type WorkflowId } from '../contract/ids.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { Builds } from '../engine/builds.ts';
import { Engine } from '../engine/engine.ts';
import type { Log } from '../engine/log.ts';
import { RunWatchers } from '../engine/run-watchers.ts';
import { StepExecutor } from '../engine/step-executor.ts';
import type { Payload } from '../journal/events.ts';
import { keepProcessAlive } from '../worker/system-clock.ts';
import { Worker } from '../worker/worker.ts';
import type { World } from '../world/world.ts';
import { takeRandomBytes } from './random-bytes.ts';
import type { Settings } from './settings.ts';

/** How long a cancelled run may clean up. */
const CANCEL_GRACE_MS = 30_000;
/** Runs that are worked on at the same time; more stay in the store. */
const BUSY_RUNS_MAX = 1_000;
/** How long work under way may take when this process stops. */
const DRAIN_MS = 5_000;

export interface ConnectionOptions {
  world: World;
  clock: Clock;
  log: Log;
  settings: Settings;
  /** Unguessable bytes. Default: of the system. */
  randomBytes?(length: number): Buffer;
  baseUrl(): string;
  print(level: string, text: string): void;
}

export class Connection {
  readonly world: World;
  readonly clock: Clock;
  readonly log: Log;
  readonly watchers: RunWatchers;
  readonly #builds: Builds;
  readonly #engine: Engine;
  readonly #worker: Worker;
  readonly #takesRuns: boolean;
  readonly #randomBytes: (length: number) => Buffer;
  readonly #closing = new AbortController();
  readonly #unsubscribe: () => void;

  /** @param options `world` is open. */
  constructor(options: ConnectionOptions) {
    const { world, clock, log, settings, baseUrl, randomBytes = takeRandomBytes } = options;
    this.world = world;
    this.clock = clock;
    this.log = log;
    this.#takesRuns = settings.role !== 'producer';
    this.#randomBytes = randomBytes;
    const workerId = `wkr_${this.#createId()}` as WorkerId;
    this.watchers = new RunWatchers(world, {
      closing: this.closing,
      isHere: (runId) => this.#engine.owns(runId),
      keepAlive: keepProcessAlive,
    });
    this.#builds = new Builds(world, options);
    this.#engine = new Engine({
      world,
      workerId,
      clock,
      log,
      builds: this.#builds,
      executor: new StepExecutor({
        world,
        clock,
        baseUrl,
        concurrency: settings.concurrency,
        findStep: (name) => this.#builds.findStep(name),
      }),
      cancelGraceMs: CANCEL_GRACE_MS,
      liveRunsMax: settings.liveRunsMax,
      onEnded: (runId, end) => this.watchers.onEnded(runId, end),
      onReleased: () => this.#worker.claim(),
      onRoom: () => this.#worker.onRoom(),
    });
    this.#worker = new Worker({
      world,
      clock,
      log,
      workerId,
      engine: this.#engine,
      leaseMs: settings.leaseMs,
      busyRunsMax: BUSY_RUNS_MAX,
    });
    this.#unsubscribe = world.subscribe((change) => this.watchers.onChange(change));
  }

  /** Aborted with the reason when this connection is closed. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** New runs begin with this build, and parked ones are tried again; the worker starts with the first build. */
  async use(build: Build): Promise<void> {
    await this.world.saveBundle(build.bundle);
    this.#builds.use(build);
    if (!this.#takesRuns) return;
    if (!this.#worker.isRunning) await this.#worker.start();
    await this.world.wakeParked(this.clock.now());
  }

  /** Creates a run and, where this process can, makes its first turn in the same commit. Durable when it resolves. */
  async createRun(input: { workflowId: WorkflowId; payload: Payload }): Promise<RunId> {
    const runId = `wrun_${this.#createId()}` as RunId;
    const run = { runId, ...input, seed: this.#randomBytes(32).toString('hex'), at: this.clock.now() };
    const isHere = this.#worker.isRunning && this.#engine.busyCount < BUSY_RUNS_MAX;
    if (isHere && this.#builds.canBegin(input.workflowId)) await this.#engine.begin(run);
    else await this.#enqueue(run);
    return runId;
  }

  /** Sees to it that a run is worked on now, if anything waits to be done. */
  async wake(runId: RunId): Promise<void> {
    if (this.#worker.isRunning) await this.#worker.claimRun(runId);
  }

  /** Lets work under way finish for a moment, gives all runs back and closes the store. */
  async close(): Promise<void> {
    this.#closing.abort(runtimeError('runtime_closed', {}));
    await this.#worker.stop(DRAIN_MS);
    this.#unsubscribe();
    await this.world.close();
  }

  #createId(): string {
    return toUlid(this.clock.now(), this.#randomBytes(10));
  }

  async #enqueue({ runId, workflowId, seed, payload, at }: Parameters<Engine['begin']>[0]): Promise<void> {
    await this.world.createRun({
      runId,
      workflowId,
      owner: null,
      dueAt: 0,
      events: [{ type: 'run_created', seq: 1, at, workflowId, seed, payload }],
    });
  }
}
