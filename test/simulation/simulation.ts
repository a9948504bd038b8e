/** One simulation: a plan is carried out, and whatever breaks a promise is found. */
import type { World } from '../../runtime/world/world.ts';
import { isTerminal } from '../../runtime/journal/events.ts';
import { BadNetwork } from './bad-network.ts';
import { Deployed } from './deployed.ts';
import { findFinalProblems, type FinalState } from './final-checks.ts';
import { Outside } from './outside.ts';
import { ProcessSlot } from './process-slot.ts';
import { Random } from './random.ts';
import { Scheduler } from './scheduler.ts';
import { watchQueues } from './queue-watch.ts';
import { SimulatedDisk } from './simulated-disk.ts';
import { SimulatedProcess, type Surroundings } from './simulated-process.ts';
import type { SimulationPlan } from './simulation-plan.ts';
import { cutSmallSlices } from './small-slices.ts';
import { StepLedger } from './step-ledger.ts';
import { StoreModel, type RunModel } from './store-model.ts';
import { Trace } from './trace.ts';

/** From then on nothing goes wrong any more … */
const CALM_AT_MS = 25_000;
/** … and so long after that every run must have ended. */
const PATIENCE_MS = 600_000;
const SECOND_BOOT_MAX_MS = 200;
const ROLLING_MS = 1_500;

export interface SimulationResult {
  /** Empty: every promise was kept. */
  problems: string[];
  trace: Trace;
  /** How much there was to check. */
  counts: { runs: number; events: number; attempts: number; staleAttempts: number };
}

/** @param world An empty, open store; it stays open. */
export async function simulate(plan: SimulationPlan, world: World): Promise<SimulationResult> {
  return await new Simulation(plan, world).run();
}

class Simulation {
  readonly #plan: SimulationPlan;
  readonly #world: World;
  readonly #scheduler = new Scheduler();
  readonly #trace = new Trace(this.#scheduler);
  readonly #problems: string[] = [];
  readonly #disk: SimulatedDisk;
  readonly #model: StoreModel;
  readonly #ledger: StepLedger;
  readonly #deployed: Deployed;
  readonly #slots: ProcessSlot[];
  readonly #client: SimulatedProcess;
  readonly #outside: Outside;

  constructor(plan: SimulationPlan, world: World) {
    this.#plan = plan;
    this.#world = world;
    const report = (problem: string): void => this.#report(problem);
    const {
      clocksOffMs,
      noticesDeath,
      seesOthers,
      isAmbiguous,
      afterMs: _,
      sliceEndChance: __,
      ...processSettings
    } = plan.settings;
    const isTimeTrue = new Set(clocksOffMs).size === 1 && !plan.faults.some(({ kind }) => kind === 'clock');
    const random = new Random(`${plan.seed}/details`);
    this.#model = new StoreModel(report);
    this.#ledger = new StepLedger(this.#model, report, isTimeTrue);
    const isStoreQuick = !isAmbiguous && !plan.faults.some(({ kind }) => kind === 'slow' || kind === 'error');
    const watchesLeases = isTimeTrue &&
      isStoreQuick &&
      processSettings.keepsLease && { ...processSettings, scheduler: this.#scheduler, report };
    this.#disk = new SimulatedDisk({ world, model: this.#model, noticesDeath, watchesLeases });
    const [scheduler, disk, trace, ledger] = [this.#scheduler, this.#disk, this.#trace, this.#ledger];
    const deployed = (this.#deployed = new Deployed(plan.deployments, this.#model, report));
    const surroundings: Surroundings = { scheduler, disk, trace, ledger, seesOthers, deployed, report };
    const toNetwork = (name: string): BadNetwork | null =>
      isAmbiguous ? new BadNetwork(new Random(`${plan.seed}/network ${name}`)) : null;
    // The client is always answered; it hears as badly as the others.
    const clientNetwork = toNetwork('client');
    clientNetwork?.calm();
    this.#slots = clocksOffMs.map((clockOffMs, slot) => {
      const faults = plan.faults.filter((fault) => fault.slot === slot);
      const slotRandom = random.fork(`slot ${slot}`);
      const badNetwork = toNetwork(`${slot}`);
      return new ProcessSlot(surroundings, {
        ...processSettings,
        slot,
        clockOffMs,
        faults,
        badNetwork,
        random: slotRandom,
      });
    });
    this.#client = new SimulatedProcess(surroundings, {
      ...processSettings,
      name: 'client',
      random: random.fork('client'),
      clockOffMs: 0,
      badNetwork: clientNetwork,
      role: 'producer',
      nextFault: () => null,
      onFault: () => {},
    });
    const [slots, client, model] = [this.#slots, this.#client, this.#model];
    this.#outside = new Outside({ plan, surroundings, model, slots, client, random: random.fork('outside') });
  }

  async run(): Promise<SimulationResult> {
    const { sliceEndChance: chance } = this.#plan.settings;
    const random = new Random(`${this.#plan.seed}/pauses`);
    const restoreSlices = cutSmallSlices({ chance, random, scheduler: this.#scheduler });
    const endWatch = watchQueues((problem) => this.#report(problem));
    try {
      await this.#carryOut();
    } catch (error) {
      this.#report(`the simulation failed: ${error instanceof Error ? error.stack : String(error)}`);
    } finally {
      this.#endAll();
      endWatch();
      restoreSlices();
    }
    return {
      problems: this.#problems,
      trace: this.#trace,
      counts: {
        runs: this.#model.runs.size,
        events: [...this.#model.runs.values()].reduce((sum, { journal }) => sum + journal.length, 0),
        attempts: this.#ledger.beginCount,
        staleAttempts: this.#ledger.staleBegins,
      },
    };
  }

  async #carryOut(): Promise<void> {
    this.#begin();
    await this.#scheduler.run(() => this.#isOver, CALM_AT_MS);
    for (const slot of this.#slots) slot.calm();
    await this.#untilOver();
    // Those that hung have woken up now; what they still write must change nothing.
    const watchUntilMs = this.#scheduler.elapsedMs + this.#plan.settings.afterMs;
    await this.#scheduler.run(() => this.#hasFailed, watchUntilMs);
    await this.#untilOver();
    await this.#closeAll();
    if (this.#hasFailed) return;
    for (const problem of await findFinalProblems(this.#finalState)) this.#report(problem);
  }

  get #finalState(): FinalState {
    const { deployments } = this.#plan;
    return { world: this.#world, model: this.#model, outside: this.#outside, deployments };
  }

  #begin(): void {
    const random = new Random(`${this.#plan.seed}/boot`);
    for (const [i, slot] of this.#slots.entries()) slot.bootAfter(i === 0 ? 0 : random.between(0, SECOND_BOOT_MAX_MS));
    this.#outside.begin();
    for (const [i, atMs] of this.#plan.deployments?.atMs.entries() ?? []) {
      this.#scheduler.after(atMs, () => this.#deploy(i + 1));
    }
  }

  /** One process after the other gets the new build, so that both are at work for a while. */
  #deploy(version: number): void {
    this.#deployed.version = version;
    for (const [i, slot] of this.#slots.entries()) this.#scheduler.after(i * ROLLING_MS, () => slot.deploy());
  }

  get #hasFailed(): boolean {
    return this.#problems.length > 0;
  }

  get #isOver(): boolean {
    return this.#hasFailed || (this.#outside.isDone && this.#disk.underway === 0 && this.#activeRuns.length === 0);
  }

  get #activeRuns(): RunModel[] {
    return [...this.#model.runs.values()].filter(({ state }) => !isTerminal(state.status));
  }

  async #untilOver(): Promise<void> {
    if (await this.#scheduler.run(() => this.#isOver, CALM_AT_MS + PATIENCE_MS)) return;
    for (const { runId, state } of this.#activeRuns) {
      const open = [...state.open.values()].map(({ kind, call }) => `${kind} ${call}`);
      this.#report(`${runId} does not end, it waits for ${open.join(', ')}`);
    }
    if (!this.#hasFailed) this.#report('somebody waits for an end or for a stream that never comes');
  }

  async #closeAll(): Promise<void> {
    let open = this.#slots.length;
    const close = async (slot: ProcessSlot): Promise<void> => {
      await slot.close();
      open -= 1;
    };
    for (const slot of this.#slots) this.#scheduler.after(0, () => void close(slot));
    await this.#scheduler.run(() => open === 0 || this.#hasFailed, this.#scheduler.elapsedMs + PATIENCE_MS);
    if (open > 0 && !this.#hasFailed) this.#report('a process does not end when it is told to');
  }

  #endAll(): void {
    for (const slot of this.#slots) slot.process?.kill();
    this.#client.kill();
  }

  #report(problem: string): void {
    this.#trace.add('check', 'finds', problem);
    this.#problems.push(problem);
  }
}
