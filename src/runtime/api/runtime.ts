/** The runtime of this process: one, also when the process holds two copies of this package. */
import type { Clock } from '../contract/clock.ts';
import type { Build } from '../contract/build.ts';
import type { Log } from '../engine/log.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { createConsoleLog } from '../observe/console-log.ts';
import { systemClock } from '../worker/system-clock.ts';
import { createWorld } from '../world/open.ts';
import type { World } from '../world/world.ts';
import type { Connection } from './connection.ts';
import { readSettings, type Settings } from './settings.ts';

/** What `getWorld()` gives: the store of this process and the worker on it. */
export interface WorldHandle {
  /** Opens the store and starts the worker. Idempotent; every framework adapter calls it at boot. */
  start(): Promise<void>;
  /**
   * Lets work under way finish for at most 5 seconds, gives all runs back, and closes the store; whoever waits for a result
   * or a stream gets `runtime_closed`. Idempotent.
   */
  close(): Promise<void>;
}

export class Runtime implements WorldHandle {
  readonly settings: Settings;
  readonly log: Log = createConsoleLog();
  readonly #clock: Clock;
  #world: World | null = null;
  #build: Build | null = null;
  #baseUrl: string | null = null;
  #connection: Promise<Connection> | null = null;
  #closed = false;

  constructor(settings: Settings, clock: Clock = systemClock) {
    this.settings = settings;
    this.#clock = clock;
  }

  /** The build that new runs begin with. */
  get build(): Build | null {
    return this.#build;
  }

  /** Uses this World instead of the one that the environment names. Takes effect with the next {@link start}. */
  setWorld(world: World): void {
    this.#world = world;
  }

  /** What the host knows about its public address; `WORKFLOW_BASE_URL` goes before it. */
  setBaseUrl(baseUrl: string): void {
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
  }

  /** Time in milliseconds since the epoch. */
  now(): number {
    return this.#clock.now();
  }

  get baseUrl(): string {
    return this.settings.baseUrl ?? this.#baseUrl ?? `http://localhost:${this.settings.port}`;
  }

  /** New runs begin with this build. Runs that began with another go on with that one. */
  async useBuild(build: Build): Promise<void> {
    this.#build = build;
    const connection = await this.#connection;
    await connection?.use(build);
  }

  async start(): Promise<void> {
    this.#closed = false;
    await this.connect();
  }

  /** The open store, with the worker started where this process has a build. @throws `runtime_closed` after {@link close}. */
  async connect(): Promise<Connection> {
    if (this.#closed) throw runtimeError('runtime_closed', {});
    this.#connection ??= this.#open();
    try {
      return await this.#connection;
    } catch (error) {
      // The next caller tries again.
      this.#connection = null;
      throw error;
    }
  }

  async close(): Promise<void> {
    // A request that is still under way must not open the store again.
    this.#closed = true;
    const connection = this.#connection;
    this.#connection = null;
    await (await connection)?.close();
  }

  async #open(): Promise<Connection> {
    const { world: kind, dataDir, durability } = this.settings;
    // Loaded here, so that code which only imports the API stays quick to load.
    const { Connection: OpenConnection } = await import('./connection.ts');
    const world = this.#world ?? (await createWorld(kind === 'memory' ? { kind } : { kind, dataDir, durability }));
    await world.open();
    const connection = new OpenConnection({
      world,
      clock: this.#clock,
      log: this.log,
      settings: this.settings,
      baseUrl: () => this.baseUrl,
      print: (level, text) => (console as unknown as Record<string, (text: string) => void>)[level]?.(text),
    });
    const build = this.#build;
    if (build) await connection.use(build);
    return connection;
  }
}

const KEY = Symbol.for('workflow.runtime');
type Holder = { [KEY]?: Runtime };

/** @throws `setting_invalid`. */
export function getRuntime(): Runtime {
  const holder = globalThis as Holder;
  return (holder[KEY] ??= new Runtime(readSettings()));
}
