/** The runtime of this process: one, also when the process holds two copies of this package. */
import type { Clock } from '../contract/clock.ts';
import type { Build } from '../contract/build.ts';
import type { Log } from '../contract/log.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { VERSION } from '../contract/version.ts';
import { createConsoleLog } from '../observe/console-log.ts';
import { systemClock } from '../worker/system-clock.ts';
import { createWorld } from '../world/open.ts';
import type { World } from '../world/world.ts';
import type { Connection } from './connection.ts';
import { joinCopies } from './package-copies.ts';
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
  #basePath = '';
  #connection: Promise<Connection> | null = null;
  #ending: Promise<void> = Promise.resolve();
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

  /** Path below which the host mounts the application, such as `/v2`. It belongs to every address that names no path. */
  setBasePath(path: string): void {
    this.#basePath = path.replace(/\/+$/, '');
  }

  /** Time in milliseconds since the epoch. */
  now(): number {
    return this.#clock.now();
  }

  get baseUrl(): string {
    const known = this.settings.baseUrl ?? this.#baseUrl ?? `http://localhost:${this.settings.port}`;
    return URL.parse(known)?.pathname === '/' ? known + this.#basePath : known;
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

  /**
   * Resolves when this process may be halted: nothing is under way, nothing is due, and all runs are given back; at the
   * latest when `signal` is aborted.
   */
  async rest(signal: AbortSignal): Promise<void> {
    await (await this.connect()).rest(signal);
  }

  async close(): Promise<void> {
    // A request that is still under way must not open the store again.
    this.#closed = true;
    const connection = this.#connection;
    this.#connection = null;
    if (connection) this.#ending = connection.then((open) => open.close());
    // Host and signal may both ask for it: neither must end the process before all is given back.
    await this.#ending;
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

let hasJoined = false;

function join(): void {
  hasJoined = true;
  const warning = joinCopies({ version: VERSION, place: import.meta.url });
  if (warning) console.warn(`[workflow] ${warning.message}`);
}

/** @throws `setting_invalid`. */
export function getRuntime(): Runtime {
  if (!hasJoined) join();
  const holder = globalThis as Holder;
  return (holder[KEY] ??= new Runtime(readSettings()));
}
