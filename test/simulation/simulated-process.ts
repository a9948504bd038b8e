/** Processes of the product, with a store, a clock and a network that are not real, but for all they know. */
import { Connection } from '../../runtime/api/connection.ts';
import { readSettings } from '../../runtime/api/settings.ts';
import type { RunId } from '../../runtime/contract/ids.ts';
import type { RealmCache } from '../../runtime/engine/builds.ts';
import type { Log } from '../../runtime/contract/log.ts';
import type { World } from '../../runtime/world/world.ts';
import type { BadNetwork } from './bad-network.ts';
import type { Fault } from './fault.ts';
import { createFaultyWorld } from './faulty-world.ts';
import { LeaseKeeper } from './lease-keeper.ts';
import { ProcessClock } from './process-clock.ts';
import { ProcessLife } from './process-life.ts';
import type { Deployed } from './deployed.ts';
import type { StepSite } from './program-steps.ts';
import { createDeployedBuild, createProgramBuild } from './program-workflow.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';
import type { SimulatedDisk } from './simulated-disk.ts';
import type { StepLedger } from './step-ledger.ts';
import type { Trace } from './trace.ts';

/** The surroundings that all processes of a simulation share. */
export interface Surroundings {
  scheduler: Scheduler;
  disk: SimulatedDisk;
  trace: Trace;
  ledger: StepLedger;
  seesOthers: boolean;
  deployed: Deployed;
  report(problem: string): void;
}

export interface ProcessOptions {
  name: string;
  random: Random;
  clockOffMs: number;
  /** `producer`: works on no runs. */
  role: 'all' | 'producer';
  leaseMs: number;
  stuckLimitMs: number;
  /** Its store renews leases by itself, see `lease-keeper.ts`. */
  keepsLease: boolean;
  /** `null`: the network to its store is good, but for planned faults. */
  badNetwork: BadNetwork | null;
  liveRunsMax: number;
  concurrency: number;
  nextFault(): Fault | null;
  onFault(fault: Fault): void;
}

/** Most processes have the same bundle, and a realm takes longer to make than most simulations to run. */
const sharedRealms: RealmCache = new Map();
/** Log events of an invariant that does not hold, and of code that does not fit its journal. */
const ALARMING = ['run_broken', 'run_parked'];

export class SimulatedProcess {
  readonly life: ProcessLife;
  readonly clock: ProcessClock;
  readonly world: World;
  readonly connection: Connection;
  readonly #surroundings: Surroundings;
  /** Of its build. */
  #version = 0;

  constructor(surroundings: Surroundings, options: ProcessOptions) {
    const { scheduler, disk, trace, seesOthers, report } = surroundings;
    const { name, random, clockOffMs, badNetwork, nextFault, onFault } = options;
    this.#surroundings = surroundings;
    this.life = new ProcessLife(name, scheduler);
    this.clock = new ProcessClock(scheduler, this.life, clockOffMs);
    const { life, clock } = this;
    const keeper = options.keepsLease ? new LeaseKeeper({ disk, life, clock, scheduler }) : null;
    this.world = createFaultyWorld({
      disk,
      life,
      scheduler,
      random,
      trace,
      seesOthers,
      keeper,
      badNetwork,
      nextFault,
      onFault,
      report,
    });
    this.connection = new Connection({
      world: this.world,
      clock,
      log: this.#createLog(),
      settings: readSettings({
        WORKFLOW_ROLE: options.role,
        WORKFLOW_LEASE_MS: String(options.leaseMs),
        WORKFLOW_STUCK_LIMIT_MS: String(options.stuckLimitMs),
        WORKFLOW_LIVE_RUNS: String(options.liveRunsMax),
        WORKFLOW_CONCURRENCY: String(options.concurrency),
        // It is measured in real time.
        WORKFLOW_TURN_LIMIT_MS: '0',
      }),
      realms: this.#surroundings.deployed.plan ? this.#surroundings.deployed.realms : sharedRealms,
      randomBytes: (length) => random.bytes(length),
      // Many of these processes die while somebody in them waits.
      keepAlive: () => () => {},
      baseUrl: () => 'http://localhost',
      print: () => {},
    });
  }

  /** Hands it its code; its worker begins. */
  async boot(): Promise<void> {
    const { deployed } = this.#surroundings;
    this.#version = deployed.version;
    const site: StepSite = {
      clock: this.clock,
      begin: (attempt) => this.#begin(attempt),
      answer: (answer) => deployed.checkAnswer(answer),
    };
    const { plan } = deployed;
    await this.connection.use(plan ? createDeployedBuild(site, plan, this.#version) : createProgramBuild(site));
  }

  /** Ends at once. */
  kill(): void {
    if (!this.life.isAlive) return;
    this.#surroundings.trace.add(this.life.name, 'dies', '');
    this.life.kill();
  }

  #begin(attempt: { runId: RunId; call: number; attempt: number }): boolean {
    const { disk, trace, ledger } = this.#surroundings;
    if (!this.life.isAlive) return false;
    trace.add(this.life.name, 'begins', 'step', [attempt]);
    const now = this.clock.wasSet ? null : this.clock.now();
    ledger.begin({ ...attempt, workerId: disk.workerOf(this.life), now });
    return true;
  }

  #createLog(): Log {
    const { trace, report, deployed } = this.#surroundings;
    const write: Log['info'] = (event, details) => {
      trace.add(this.life.name, 'logs', event, [details]);
      const isDue = event === 'run_parked' && deployed.mayPark(details, this.#version);
      if (ALARMING.includes(event) && !isDue) report(`${event}: ${String(details['error'])}`);
    };
    return { debug: () => {}, info: write, warn: write, error: write };
  }
}
