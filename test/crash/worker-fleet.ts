/** Worker processes on one store, which are killed and halted again and again. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { VitalSigns } from './vital-signs.ts';

export interface FleetOptions {
  size: number;
  env: Record<string, string>;
  /** Of the workers, as in `env`: a worker that is halted for longer is given up for dead. */
  leaseMs: number;
  /** The longest time from one trouble to the next. Default 500. */
  troubleMaxMs?: number;
  /** One more worker, that nothing happens to, tells how it fares. Default: there is none. */
  hasSteady?: boolean;
}

const WORKER = new URL('./storm-worker.ts', import.meta.url);
const TROUBLE_MIN_MS = 100;
const TROUBLE_MAX_MS = 500;
/** How much longer than its lease a worker is halted. */
const HALT_EXTRA_MS = 300;
/** Of so many troubles one is a halt, the others are kills. */
const HALT_EVERY = 4;

const between = (min: number, max: number): number => min + Math.random() * (max - min);

/** Workers that die and come back without end. */
export class WorkerFleet {
  readonly #options: FleetOptions;
  readonly #ready = new Set<ChildProcess>();
  readonly #all = new Set<ChildProcess>();
  readonly #steady: ChildProcess | null;
  #isTroubled = true;
  #isStopping = false;
  kills = 0;
  halts = 0;
  /** The output of the workers, for people to read when a storm fails. */
  output = '';

  constructor(options: FleetOptions) {
    this.#options = options;
    this.#steady = options.hasSteady ? this.#fork(['--expose-gc']) : null;
    for (let i = 0; i < options.size; i++) this.#spawn();
  }

  /**
   * Makes trouble until {@link endTrouble}: kills workers, and halts them for longer than their lease.
   * @param getProgress Goes up while the workers get something done. On a machine that is too busy for that, trouble
   * waits.
   */
  async makeTrouble(getProgress: () => number): Promise<void> {
    const halted: Promise<void>[] = [];
    let progress = -1;
    while (this.#isTroubled) {
      await setTimeout(between(TROUBLE_MIN_MS, this.#options.troubleMaxMs ?? TROUBLE_MAX_MS));
      const worker = [...this.#ready][Math.floor(Math.random() * this.#ready.size)];
      // All are dead or halted: let one of them come back first.
      if (!worker || getProgress() === progress) continue;
      progress = getProgress();
      if ((this.kills + this.halts) % HALT_EVERY === HALT_EVERY - 1) halted.push(this.#halt(worker));
      else this.#kill(worker);
    }
    await Promise.all(halted);
  }

  /** Lets the workers live from now on. */
  endTrouble(): void {
    this.#isTroubled = false;
  }

  /** Asks the worker that nothing happens to. Rejects when it has ended all the same. */
  async askVitalSigns(): Promise<VitalSigns> {
    const steady = this.#steady;
    if (!steady || steady.exitCode !== null || steady.signalCode !== null)
      throw new Error(`The steady worker has ended: ${this.output.slice(-2_000)}`);
    steady.send('vital signs');
    for (;;) {
      const [message] = (await once(steady, 'message')) as ['ready' | VitalSigns];
      if (message !== 'ready') return message;
    }
  }

  stop(): void {
    this.#isStopping = true;
    this.#isTroubled = false;
    for (const worker of this.#all) worker.kill('SIGKILL');
  }

  #spawn(): void {
    const worker = this.#fork([]);
    worker.once('message', () => this.#ready.add(worker));
    worker.once('exit', () => {
      this.#all.delete(worker);
      this.#ready.delete(worker);
      if (!this.#isStopping) this.#spawn();
    });
  }

  #fork(execArgv: string[]): ChildProcess {
    const env = { ...process.env, ...this.#options.env };
    const worker = fork(WORKER, [], { env, execArgv, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    this.#all.add(worker);
    for (const stream of [worker.stdout, worker.stderr]) stream?.on('data', (text) => (this.output += String(text)));
    return worker;
  }

  #kill(worker: ChildProcess): void {
    this.kills += 1;
    this.#ready.delete(worker);
    worker.kill('SIGKILL');
  }

  async #halt(worker: ChildProcess): Promise<void> {
    this.halts += 1;
    this.#ready.delete(worker);
    worker.kill('SIGSTOP');
    await setTimeout(this.#options.leaseMs + between(0, HALT_EXTRA_MS));
    worker.kill('SIGCONT');
    if (this.#all.has(worker)) this.#ready.add(worker);
  }
}
