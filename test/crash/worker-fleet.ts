/** Worker processes on one store, which are killed and halted again and again. */
import { fork, type ChildProcess } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';

export interface FleetOptions {
  size: number;
  env: Record<string, string>;
  /** Of the workers, as in `env`: a worker that is halted for longer is given up for dead. */
  leaseMs: number;
}

const WORKER = new URL('./storm-worker.ts', import.meta.url);
const TROUBLE_MIN_MS = 100;
const TROUBLE_MAX_MS = 500;
/** How much longer than its lease a worker is halted. */
const HALT_EXTRA_MS = 300;
/** Of so many troubles one is a halt, the others are kills. */
const HALT_EVERY = 4;

const between = (min: number, max: number): number => min + Math.random() * (max - min);

export class WorkerFleet {
  readonly #options: FleetOptions;
  readonly #ready = new Set<ChildProcess>();
  readonly #all = new Set<ChildProcess>();
  #isTroubled = true;
  #isStopping = false;
  kills = 0;
  halts = 0;
  /** The output of the workers, for people to read when a storm fails. */
  output = '';

  constructor(options: FleetOptions) {
    this.#options = options;
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
      await setTimeout(between(TROUBLE_MIN_MS, TROUBLE_MAX_MS));
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

  stop(): void {
    this.#isStopping = true;
    this.#isTroubled = false;
    for (const worker of this.#all) worker.kill('SIGKILL');
  }

  #spawn(): void {
    const env = { ...process.env, ...this.#options.env };
    const worker = fork(WORKER, [], { env, execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    this.#all.add(worker);
    for (const stream of [worker.stdout, worker.stderr]) stream?.on('data', (text) => (this.output += String(text)));
    worker.once('message', () => this.#ready.add(worker));
    worker.once('exit', () => {
      this.#all.delete(worker);
      this.#ready.delete(worker);
      if (!this.#isStopping) this.#spawn();
    });
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
