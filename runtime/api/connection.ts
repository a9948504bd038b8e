/** An open store with the engine and the worker of this process. Every call of the API goes through it. */
import type { Build } from '../contract/build.ts';
import type { Clock } from '../contract/clock.ts';
import { UlidSequence, type RunId, type WorkerId, type WorkflowId } from '../contract/ids.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { contractsOf } from '../contract/code-contracts.ts';
import { Builds, type RealmCache } from '../engine/builds.ts';
import { Engine } from '../engine/engine.ts';
import type { OfferDesk } from '../engine/offer-desk.ts';
import type { Log } from '../contract/log.ts';
import type { Gauges, StartedChild, TraceContext } from '../contract/telemetry.ts';
import type { NewRunFacts } from '../engine/outbox.ts';
import { RunWatchers } from '../engine/run-watchers.ts';
import { StepExecutor } from '../steps/step-executor.ts';
import type { WaitingStep } from '../steps/step-queue.ts';
import { Observers } from '../observe/observers.ts';
import { Reporter } from '../observe/reporter.ts';
import { RunTelemetry } from '../telemetry/run-telemetry.ts';
import { mayNameClass } from '../host-values/classes-in.ts';
import { provideStreamReader } from '../host-values/stream-values.ts';
import type { BeginInput, BeginOutcome } from '../engine/run-journal.ts';
import { CURRENT_BEHAVIOUR } from '../journal/behaviours.ts';
import type { Payload, RunCreated } from '../journal/events.ts';
import type { RunFacts, StartOptions } from '../values/start-options.ts';
import { keepProcessAlive } from '../worker/system-clock.ts';
import { openTurnWatch } from '../worker/turn-watch.ts';
import { WorkerLease } from '../worker/worker-lease.ts';
import { OfferTaker } from '../engine/offer-taker.ts';
import { DiskWatch } from '../worker/disk-watch.ts';
import { PurgeLoop } from '../worker/purge-loop.ts';
import { Worker } from '../worker/worker.ts';
import { MemoryGate } from '../steps/memory-gate.ts';
import { MemoryBudget } from '../world/memory-budget.ts';
import type { HookDelivery, HookRecord, Receipt, World } from '../world/world.ts';
import { actor } from './acting.ts';
import { MissingWorker } from './missing-worker.ts';
import { takeRandomBytes } from './random-bytes.ts';
import { openReadable } from './run-stream.ts';
import { identifyProject } from './project-identity.ts';
import type { Settings } from './settings.ts';

/** The parts of a {@link Connection} that come from outside. */
export interface ConnectionOptions {
  world: World;
  clock: Clock;
  log: Log;
  /** Who hears what becomes of runs. Default: nobody. */
  observers?: Observers;
  settings: Settings;
  /** Returns unguessable bytes. Default: from the system. */
  randomBytes?(length: number): Buffer;
  /** Keeps the process from ending while somebody waits; returns how to stop. Default: a timer. */
  keepAlive?(): () => void;
  /** Realms that exist already. Default: none. */
  realms?: RealmCache;
  /** Events of a run since it began anew; the next one ends the run. Default 4,000,000. */
  journalEventsMax?: number;
  baseUrl(): string;
  /** The beginning of the address of each webhook. Default: {@link baseUrl}. */
  webhookBaseUrl?(): string;
  print(level: string, text: string): void;
}

/** A run to create, with its encoded arguments. */
export interface RunInput {
  workflowId: WorkflowId;
  payload: Payload;
  key?: string | null;
  onConflict?: StartOptions['onConflict'];
  facts?: RunFacts;
}

/** The runtime on an open store; `Runtime.connect()` makes one for the process. */
export class Connection {
  readonly world: World;
  /** Shared by all that is under way between the store and the application. */
  readonly memory: MemoryBudget;
  readonly clock: Clock;
  readonly log: Log;
  readonly watchers: RunWatchers;
  readonly builds: Builds;
  /** Workflow code that runs longer without waiting is reported, in milliseconds; 0: never. */
  readonly turnLimitMs: number;
  readonly #ids = new UlidSequence();
  readonly #telemetry: RunTelemetry;
  readonly #stopObserving: () => void;
  readonly #executor: StepExecutor;
  readonly #engine: Engine;
  readonly #taker: OfferTaker;
  readonly #worker: Worker;
  readonly #purgeLoop: PurgeLoop;
  readonly #diskWatch: DiskWatch;
  readonly #role: Settings['role'];
  #hasBuild = false;
  readonly #missingWorker: MissingWorker;
  readonly #retention: Settings['retention'];
  /** The name that the setting gives; `null`: it is not set. */
  readonly #project: string | null;
  readonly #drainMs: number;
  readonly #keepsSteps: boolean;
  readonly #randomBytes: (length: number) => Buffer;
  readonly #closing = new AbortController();
  #isGone = false;
  #blocked: Error | null = null;
  readonly #unsubscribe: () => void;
  #draining: Promise<void> | null = null;

  /** @param options `world` is open. */
  constructor(options: ConnectionOptions) {
    const {
      world,
      clock,
      observers = new Observers(options.log),
      settings,
      baseUrl,
      webhookBaseUrl = baseUrl,
      print,
      randomBytes = takeRandomBytes,
      keepAlive = keepProcessAlive,
    } = options;
    this.world = world;
    this.memory = new MemoryBudget(settings.memoryBytes);
    this.clock = clock;
    const telemetry = new RunTelemetry({
      signals: settings.telemetry,
      now: () => clock.now(),
      hasMessages: settings.log.hasMessages,
    });
    const log = telemetry.watchLog(options.log);
    this.log = log;
    this.#telemetry = telemetry;
    const reports = new Reporter({ log, clock, observers, hasMessages: settings.log.hasMessages });
    this.turnLimitMs = settings.turnLimitMs;
    this.#role = settings.role;
    this.#randomBytes = randomBytes;
    this.#retention = settings.retention;
    this.#project = settings.project;
    this.#drainMs = settings.drainMs;
    this.#keepsSteps = settings.keepsSteps;
    const workerId = `wkr_${this.#createId()}` as WorkerId;
    this.watchers = new RunWatchers(world, {
      closing: this.closing,
      isHere: (runId) => this.#engine.owns(runId),
      keepAlive,
    });
    this.builds = new Builds(
      world,
      {
        baseUrl,
        webhookBaseUrl,
        print,
        isolation: settings.isolation,
        ...(settings.turnLimitMs > 0 && { watch: openTurnWatch(settings.turnLimitMs) }),
      },
      { log, keepsSteps: settings.keepsSteps, realms: options.realms },
    );
    const { leaseMs, stuckLimitMs } = settings;
    const lease = new WorkerLease({
      world,
      clock,
      workerId,
      leaseMs,
      stuckLimitMs,
      onWanted: () => void this.#worker.renew(),
    });
    this.#executor = new StepExecutor({
      world,
      memory: this.memory,
      clock,
      log,
      reports,
      telemetry,
      gate: new MemoryGate(lease, this.memory),
      baseUrl,
      concurrency: settings.concurrency,
      tags: settings.workerTags,
      onWait: () => this.#engine.desk.watch(),
      onRoom: () => this.#engine.desk.onRoom() || this.#taker.onRoom(),
      findStep: (name, buildId) => this.builds.steps.find(name, buildId),
      toOwnClasses: (payload, writerId) => this.builds.steps.toOwnClasses(payload, writerId),
    });
    this.#engine = new Engine({
      world,
      workerId,
      clock,
      log,
      reports,
      telemetry,
      builds: this.builds,
      executor: this.#executor,
      memory: this.memory,
      cancelGraceMs: settings.cancelGraceMs,
      newRunFacts: (child) => this.#childFacts(child),
      journalEventsMax: options.journalEventsMax,
      liveRunsMax: settings.liveRunsMax,
      onEnded: (runId, end) => this.watchers.onEnded(runId, end),
      onLost: (runId) => this.watchers.onLost(runId),
      onReleased: () => this.#worker.claim(),
      onRoom: () => this.#worker.onRoom(),
    });
    this.#taker = new OfferTaker({
      world,
      clock,
      log,
      workerId,
      executor: this.#executor,
      steps: this.builds.steps,
      tags: settings.workerTags,
      mayTake: () => this.#worker.mayTakeSteps,
      onOver: () => this.#worker.onRoom(),
    });
    this.#worker = new Worker({
      world,
      clock,
      log,
      workerId,
      engine: this.#engine,
      taker: this.#taker,
      lease,
      leaseMs,
      busyRunsMax: settings.busyRunsMax,
      isHalted: settings.isHalted,
    });
    this.#missingWorker = new MissingWorker({
      world,
      clock,
      log,
      store: world.kind === 'sqlite' ? settings.dataDir : world.kind,
      worksHere: () => this.#hasBuild,
    });
    this.#purgeLoop = new PurgeLoop({ world, clock, log });
    this.#diskWatch = new DiskWatch({ world, clock, log });
    this.#stopObserving = telemetry.observe(this.#gauges());
    provideStreamReader(({ run, stream }) => openReadable({ connect: async () => this, runId: run as RunId, stream }));
    this.#unsubscribe = world.subscribe((change) => {
      if (change.kind === 'gone') this.#onGone(change.error);
      else if (change.kind === 'blocked') this.#onBlocked(change.error);
      else this.watchers.onChange(change);
    });
  }

  /** Aborted, with the reason, when this process waits for nothing more: its work is over, or its time is up. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** The store was deleted, moved or replaced: only a restart of the process helps. */
  get isGone(): boolean {
    return this.#isGone;
  }

  /** Another process keeps this one from storing anything: the error names it. `null`: none does. */
  get blocked(): Error | null {
    return this.#blocked;
  }

  get #takesRuns(): boolean {
    return this.#role !== 'producer';
  }

  /** The worker of this process runs, or is not meant to. */
  get isReady(): boolean {
    return (this.#worker.isRunning || !this.#takesRuns) && !this.closing.aborted;
  }

  /**
   * Uses this build for new runs and tries parked runs again. The worker starts with the first build.
   * @throws `world_project_differs` when the store belongs to another application.
   */
  async use(build: Build): Promise<void> {
    const project = identifyProject(build.manifest, this.#project);
    if (project) await this.world.joinProject(project);
    const contracts = contractsOf(build.manifest);
    const code = (this.#keepsSteps && (await build.stepCode?.read())) || null;
    await this.world.saveBundle(build.bundle, contracts ? { contracts, code } : undefined);
    this.builds.use(build);
    this.#hasBuild = true;
    if (!this.#takesRuns || this.#draining) return;
    if (!this.#worker.isRunning) {
      await this.#worker.start();
      this.#purgeLoop.start();
      this.#diskWatch.start();
    }
    this.#worker.onNewCode();
    await this.world.wakeParked(this.clock.now());
  }

  /**
   * Creates a run and, if this process can execute it, makes its first turn in the same commit. Durable when it
   * resolves.
   */
  async createRun(input: RunInput): Promise<RunId> {
    const { held } = await this.memory.makeValue(() => input.payload);
    try {
      return await this.#telemetry.startRun(input.workflowId, (trace) => this.#createRun(input, trace));
    } finally {
      held.end();
    }
  }

  async #createRun(
    { workflowId, payload, key = null, onConflict = 'attach', facts = {} }: RunInput,
    trace: TraceContext | null,
  ): Promise<{ runId: RunId; isNew: boolean }> {
    const at = this.clock.now();
    const runId = await this.createRunId(key);
    const created: RunCreated = {
      type: 'run_created',
      seq: 1,
      at,
      workflowId,
      payload,
      ...(key !== null && { key }),
      ...this.newRunFacts(workflowId),
      ...facts,
      ...(trace && { trace }),
      ...actor(),
    };
    let replaced: Pick<BeginInput, 'takesKeyFrom' | 'outbox'> = {};
    for (;;) {
      const outcome = await this.#begin({ runId, created, ...replaced });
      if (outcome.kind !== 'key_taken') return { runId, isNew: outcome.kind === 'created' };
      const { heldBy } = outcome;
      if (onConflict === 'attach') return { runId: heldBy, isNew: false };
      if (onConflict === 'fail') throw runtimeError('start_id_taken', { id: key!, runId: heldBy });
      const cancel = { runId: heldBy, content: { type: 'cancel', reason: `replaced by ${runId}` }, at } as const;
      replaced = { takesKeyFrom: heldBy, outbox: { runs: [], messages: [cancel] } };
    }
  }

  async #begin(input: BeginInput): Promise<BeginOutcome> {
    const { workflowId, buildId, startAt = 0 } = input.created;
    const isHere = this.#worker.hasRoom && startAt <= this.clock.now();
    if (isHere && this.builds.canBegin(workflowId, buildId)) return await this.#engine.begin(input);
    if (this.#role === 'worker' && !this.#hasBuild) throw runtimeError('role_without_build', {});
    const { created, ...rest } = input;
    const { currentId } = this.builds;
    const events = [currentId && !buildId ? { ...created, callerBuildId: currentId } : created];
    // Runs are taken in the order of these times.
    const dueAt = Math.max(startAt, created.at);
    const outcome = await this.world.createRun({ ...rest, workflowId, owner: null, dueAt, events });
    if (outcome.ok) {
      if (this.#role !== 'producer' && !this.#hasBuild) await this.#missingWorker.onStart(input.runId);
      return { kind: 'created' };
    }
    return outcome.reason === 'key_taken' ? { kind: 'key_taken', heldBy: outcome.heldBy } : { kind: 'exists' };
  }

  /** The active hook with this token. A hook of a run that is here may have been closed by another process. */
  async findHook(token: string): Promise<Pick<HookRecord, 'runId' | 'webhook'> | null> {
    return this.#engine.hookDelivery.find(token) ?? (await this.world.findHook(token));
  }

  /**
   * Hands a payload to the hook with this token: to its run, if that is here, or else to the store. Durable when it
   * resolves; rejects when it is not known whether the payload is stored.
   * @param receipt See `World.deliverToHook`; only the store keeps it.
   */
  async deliverToHook(
    token: string,
    payload: Payload,
    receipt?: Receipt,
  ): Promise<{ ok: true; runId: RunId } | Extract<HookDelivery, { ok: false }>> {
    const { held } = await this.memory.makeValue(() => payload);
    try {
      return await this.#telemetry.deliverToHook(async (trace) => {
        const origin = { ...(trace && { trace }), ...actor() };
        const runId = receipt ? null : await this.#engine.hookDelivery.deliver(token, payload, origin);
        if (runId !== null) return { ok: true, runId };
        return await this.world.deliverToHook(token, payload, this.clock.now(), { receipt, origin });
      });
    } finally {
      held.end();
    }
  }

  /** Whether the run is in the hands of this process. */
  owns(runId: RunId): boolean {
    return this.#engine.owns(runId);
  }

  /** This process takes on no further run now. */
  get isFull(): boolean {
    return this.#worker.isFull;
  }

  /** Steps of runs of this process that wait for a place, those that came first at the beginning. */
  get waitingSteps(): Iterable<WaitingStep> {
    return this.#executor.waiting;
  }

  /** Steps of runs of this process that wait for any worker, or for one of another kind. */
  get offeredSteps(): OfferDesk['untaken'] {
    return this.#engine.desk.untaken;
  }

  /** Has the worker of this process take the run now, if the run has anything to do. */
  async wake(runId: RunId): Promise<void> {
    if (this.#worker.isRunning) await this.#worker.claimRun(runId);
  }

  /** Resolves when this process may be halted, see {@link Worker.rest}. */
  async rest(signal: AbortSignal): Promise<void> {
    await this.#worker.rest(signal);
    if (!this.#worker.isAwake) await this.world.rest();
  }

  /**
   * Begins no more work, gives that under way some time, and gives all runs back. Then it tells those who wait for runs
   * and streams that nothing more comes from here. Everything else goes on until {@link close}.
   */
  drain(): Promise<void> {
    return (this.#draining ??= this.#drain());
  }

  async #drain(): Promise<void> {
    this.#purgeLoop.stop();
    this.#diskWatch.stop();
    await this.#missingWorker.close();
    try {
      await this.#worker.stop(this.#drainMs);
    } finally {
      this.#closing.abort(runtimeError('runtime_closed', {}));
    }
  }

  /** Drains, and closes the store. */
  async close(): Promise<void> {
    try {
      await this.drain();
    } finally {
      this.#unsubscribe();
      this.#stopObserving();
      await this.world.close();
    }
  }

  /** The store is gone: nothing that this process does could be stored, so it does nothing more. */
  #onGone(error: Error): void {
    this.#isGone = true;
    this.log.error('store_gone', { error });
    this.#worker.abandon();
    this.#purgeLoop.stop();
    this.#diskWatch.stop();
    this.#closing.abort(error);
  }

  #onBlocked(error: Error | null): void {
    this.#blocked = error;
    if (error) this.log.error('store_blocked', { error });
    else this.log.info('store_free', {});
  }

  /** The facts of every new run: fresh randomness, its retention, and the behaviour of its journal. */
  newRunFacts(workflowId: WorkflowId): ReturnType<NewRunFacts> {
    const seed = this.#randomBytes(32).toString('hex');
    const facts = { seed, behaviour: CURRENT_BEHAVIOUR };
    const retentionMs = this.#retention.lengthFor(workflowId);
    return retentionMs === null ? facts : { ...facts, retentionMs };
  }

  #childFacts(child: StartedChild): ReturnType<NewRunFacts> {
    const trace = this.#telemetry.startChild(child);
    return { ...this.newRunFacts(child.workflowId), ...(trace && { trace }) };
  }

  #gauges(): Gauges {
    return {
      liveRuns: () => this.#engine.liveCount,
      busyRuns: () => this.#engine.busyCount,
      runningSteps: () => this.#executor.running,
      waitingSteps: () => this.#executor.waiting.size,
      oldestStepAt: () => [...this.#executor.waiting.values().take(1)][0]?.since ?? null,
      nextDueAt: () => this.world.nextDueAt(),
      now: () => this.clock.now(),
    };
  }

  /** The result of a run, whose build may be another one, as the code of this process reads it. */
  async toOwnClasses(runId: RunId, payload: Payload): Promise<Payload> {
    const { steps } = this.builds;
    if (!mayNameClass(payload)) return payload;
    const buildId = (await this.world.readRun(runId))?.buildId ?? null;
    await steps.learn(buildId);
    return steps.toOwnClasses(payload, buildId);
  }

  /** @param key The key that the run will have. Default: none. */
  async createRunId(key: string | null = null): Promise<RunId> {
    return await this.world.nameRun(`wrun_${this.#createId()}` as RunId, key);
  }

  #createId(): string {
    return this.#ids.next(this.clock.now(), this.#randomBytes(10));
  }
}
