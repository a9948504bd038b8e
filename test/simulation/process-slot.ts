/** A place where processes run one after the other: when one dies, another one is started. */
import type { Fault } from './fault.ts';
import type { Random } from './random.ts';
import { SimulatedProcess, type ProcessOptions, type Surroundings } from './simulated-process.ts';

/** When a process could not boot it is started again after this time. */
const REBOOT_MS = 500;
/** How long a process that ends waits for its answers, and how often it looks. Slow stores take up to 15 seconds. */
const ANSWERS_MAX_MS = 30_000;
const LOOK_MS = 20;

export interface SlotOptions extends Omit<ProcessOptions, 'name' | 'random' | 'role' | 'nextFault' | 'onFault'> {
  slot: number;
  random: Random;
  /** In the order of their requests. */
  faults: readonly Fault[];
}

export class ProcessSlot {
  readonly #surroundings: Surroundings;
  readonly #options: SlotOptions;
  #process: SimulatedProcess | null = null;
  #generation = 0;
  /** Requests that its processes have sent. */
  #requests = 0;
  #faults: Fault[];
  /** A process is told to end, and another one follows, unless it crashes before. */
  #replacing: object | null = null;
  /** Calls off the start of the next process. */
  #cancelBoot: (() => void) | null = null;

  constructor(surroundings: Surroundings, options: SlotOptions) {
    this.#surroundings = surroundings;
    this.#options = options;
    this.#faults = [...options.faults];
  }

  /** The process that runs now and has booted as far as nothing kept it from. */
  get process(): SimulatedProcess | null {
    return this.#process?.life.isAlive ? this.#process : null;
  }

  bootAfter(delayMs: number): void {
    this.#cancelBoot?.();
    this.#cancelBoot = this.#surroundings.scheduler.after(delayMs, () => this.#boot());
  }

  /** Replaces the process by one with the build that is deployed now. */
  deploy(): void {
    const { process } = this;
    if (!process || this.#replacing) return;
    if (process.life.hangs) return void this.#surroundings.scheduler.after(REBOOT_MS, () => this.deploy());
    void this.#replace(1);
  }

  async #replace(restartMs: number): Promise<void> {
    const replacing = (this.#replacing = {});
    await this.close();
    if (this.#replacing !== replacing) return;
    this.#replacing = null;
    this.bootAfter(restartMs);
  }

  /** From now on nothing goes wrong: what hangs goes on, and what is down comes up. */
  calm(): void {
    this.#faults = [];
    this.#options.badNetwork?.calm();
    this.#process?.life.goOn();
    if (!this.#cancelBoot) return;
    this.#cancelBoot();
    this.bootAfter(0);
  }

  /** Ends the way an operator ends it. Resolves when it has ended. */
  async close(): Promise<void> {
    this.#cancelBoot?.();
    const { process } = this;
    if (!process) return;
    const { connection, life } = process;
    life.isEnding = true;
    // A store that does not answer is no reason to stay; its lease gives its runs back.
    await connection.drain().catch(() => {});
    await this.#untilAnswered(process);
    await connection.close().catch(() => {});
    life.endedInOrder = true;
    life.kill();
  }

  /** As a server does, it ends when all answers are given, or when its time is up. */
  #untilAnswered({ life }: SimulatedProcess): Promise<void> {
    return new Promise((resolve) => {
      const look = (leftMs: number): void => {
        if (life.responses === 0 || leftMs <= 0) resolve();
        else life.after(LOOK_MS, () => look(leftMs - LOOK_MS));
      };
      look(ANSWERS_MAX_MS);
    });
  }

  #boot(): void {
    this.#cancelBoot = null;
    const { slot, random, ...settings } = this.#options;
    this.#generation += 1;
    const process = new SimulatedProcess(this.#surroundings, {
      name: `p${slot}.${this.#generation}`,
      random: random.fork(`generation ${this.#generation}`),
      ...settings,
      role: 'all',
      nextFault: () => this.#nextFault(),
      onFault: (fault) => this.#onFault(process, fault),
    });
    this.#process = process;
    process.boot().catch(() => {
      process.kill();
      this.#replacing = null;
      this.bootAfter(REBOOT_MS);
    });
  }

  #nextFault(): Fault | null {
    this.#requests += 1;
    const [next] = this.#faults;
    if (!next || next.request > this.#requests) return null;
    return this.#faults.shift()!;
  }

  #onFault(process: SimulatedProcess, fault: Fault): void {
    const { scheduler } = this.#surroundings;
    switch (fault.kind) {
      case 'crash':
        process.kill();
        this.#replacing = null;
        this.bootAfter(fault.restartMs);
        return;
      case 'hang':
        process.life.stop();
        scheduler.after(fault.ms, () => process.life.goOn());
        return;
      case 'block':
        process.life.block();
        scheduler.after(fault.ms, () => process.life.goOn());
        return;
      case 'clock':
        process.clock.jump(fault.ms);
        return;
      case 'close':
        if (!this.#replacing) void this.#replace(fault.restartMs);
        return;
      case 'error':
      case 'slow':
    }
  }
}
