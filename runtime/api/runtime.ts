/** The runtime of this process: one, even if the process holds two copies of this package. */
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

/** The result of `getWorld()`: the store of this process, and the worker on it. */
export interface WorldHandle {
  /**
   * Opens the store and starts the worker. Idempotent; every framework adapter calls it at boot.
   * @throws `role_without_build` with `WORKFLOW_ROLE=worker` in a process that has no build.
   */
  start(): Promise<void>;
  /**
   * Gives current work at most 5 seconds to finish, releases all runs, and closes the store. Waits for results and
   * streams reject `runtime_closed`. Idempotent.
   */
  close(): Promise<void>;
}

/** The settings, the store and the build of this process. */
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

  /** Uses this World instead of the one that the environment names, from the next {@link start} on. */
  setWorld(world: World): void {
    this.#world = world;
  }

  /** Sets the public address that the host knows; `WORKFLOW_BASE_URL` takes precedence. */
  setBaseUrl(baseUrl: string): void {
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
  }

  /**
   * Sets the path below which the host mounts the application, such as `/v2`. It is added to an address without a path.
   */
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

  /** Uses this build for new runs. Runs that started with another build keep it. */
  async useBuild(build: Build): Promise<void> {
    this.#build = build;
    const connection = await this.#connection;
    await connection?.use(build);
  }

  async start(): Promise<void> {
    if (this.settings.role === 'worker' && !this.#build) throw runtimeError('role_without_build', {});
    this.#closed = false;
    await this.connect();
  }

  /** The open store. Its worker runs if this process has a build. @throws `runtime_closed` after {@link close}. */
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
   * Resolves when this process may be halted: nothing is under way or due, and all runs are released. At the latest it
   * resolves when `signal` aborts.
   */
  async rest(signal: AbortSignal): Promise<void> {
    await (await this.connect()).rest(signal);
  }

  async close(): Promise<void> {
    // A late request must not open the store again.
    this.#closed = true;
    const connection = this.#connection;
    this.#connection = null;
    if (connection) this.#ending = connection.then((open) => open.close());
    // The host and a signal handler may both call it: neither may end the process before all runs are released.
    await this.#ending;
  }

  async #open(): Promise<Connection> {
    const { world: kind, dataDir, durability } = this.settings;
    // Imported here, so that code that only imports the API loads quickly.
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

/** The runtime of this process, created at the first call. @throws `setting_invalid`. */
export function getRuntime(): Runtime {
  if (!hasJoined) join();
  const holder = globalThis as Holder;
  return (holder[KEY] ??= new Runtime(readSettings()));
}
