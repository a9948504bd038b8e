/** The runtime of this process: one, even if the process holds two copies of this package. */
import type { Clock } from '../contract/clock.ts';
import type { Build } from '../contract/build.ts';
import type { Log } from '../contract/log.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { VERSION } from '../contract/version.ts';
import { changeMaskedNames } from '../host-values/masked-names.ts';
import { limitValues } from '../host-values/host-codec.ts';
import { createConsoleLog } from '../observe/console-log.ts';
import { systemClock } from '../worker/system-clock.ts';
import { createWorld } from '../world/open.ts';
import { EncryptedWorld } from '../world/encrypted/encrypted-world.ts';
import type { ReencryptedValues } from '../world/encrypted/reencrypt.ts';
import { isOtherProject, isStoreGone, isStoreMissing } from '../world/messages.ts';
import type { WorldOpenOptions, World } from '../world/world.ts';
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
   * Writes a sound copy of the store to a new file, while work goes on. `workflow restore` makes a store of it.
   * @throws `world_backup_exists`, `world_backup_failed`, `world_backup_unsupported`, `world_store_missing`.
   */
  backup(file: string): Promise<void>;
  /**
   * Goes once through all runs and brings their values to the first key of `WORKFLOW_ENCRYPTION_KEYS`, while work goes
   * on. Repeat it until it has rewritten none: then no other key is needed.
   * @param onProgress Is told from time to time how many runs are done.
   * @throws `encryption_keys_missing`, `world_store_missing`.
   */
  reencrypt(onProgress?: (runs: number) => void): Promise<ReencryptedValues>;
  /**
   * Resolves with the reason when the files of the store were deleted or replaced. This process does nothing more then,
   * and has to be restarted. Otherwise it never resolves; it does not keep the process alive.
   */
  untilGone(): Promise<Error>;
  /**
   * Takes no more runs, lets running steps finish for at most `WORKFLOW_DRAIN_MS`, and gives all runs back. Meanwhile
   * everything else goes on; runs that are started are for other processes. At its end waits for results and streams
   * reject `runtime_closed`, which means: ask another process. Calls that do not wait are answered until
   * {@link close}. Idempotent.
   */
  drain(): Promise<void>;
  /** `WORKFLOW_DRAIN_MS`. */
  readonly drainMs: number;
  /** Drains, and closes the store. Later calls reject `runtime_closed` until {@link start}. Idempotent. */
  close(): Promise<void>;
}

/** The settings, the store and the build of this process. */
export class Runtime implements WorldHandle {
  readonly settings: Settings;
  readonly log: Log = createConsoleLog();
  readonly #clock: Clock;
  #world: World | null = null;
  /** The store of the latest connection. */
  #encrypted: EncryptedWorld | null = null;
  #build: Build | null = null;
  #loading: Promise<unknown> | null = null;
  #baseUrl: string | null = null;
  #basePath = '';
  #connection: Promise<Connection> | null = null;
  #draining: Promise<void> | null = null;
  #ending: Promise<void> | null = null;

  constructor(settings: Settings, clock: Clock = systemClock) {
    this.settings = settings;
    changeMaskedNames(settings.maskedNames);
    limitValues(settings.valueBytesMax);
    this.#clock = clock;
  }

  get drainMs(): number {
    return this.settings.drainMs;
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

  /**
   * Uses this build for new runs. Runs that started with another build keep it. Until a build is loaded, or cannot be,
   * nobody gets a {@link connect connection}: a worker would have nothing to do.
   */
  async useBuild(build: Build | Promise<Build>): Promise<void> {
    const loaded = build instanceof Promise ? await this.#load(build) : build;
    this.#build = loaded;
    const connection = await this.#connection?.catch(ignoreMissing);
    if (!connection) return;
    try {
      await connection.use(loaded);
    } catch (error) {
      // The store may have been opened before the application had a name. It is refused from now on.
      if (isOtherProject(error)) await this.#discard(connection);
      throw error;
    }
  }

  async #load(build: Promise<Build>): Promise<Build> {
    const loading = (this.#loading = build.catch(() => {}));
    await loading;
    if (this.#loading === loading) this.#loading = null;
    return await build;
  }

  async start(): Promise<void> {
    if (this.settings.role === 'worker' && !this.#build) throw runtimeError('role_without_build', {});
    if (this.#draining) {
      // Whoever closed it has been told how that went.
      await this.close().catch(() => {});
      this.#draining = this.#ending = null;
    }
    await this.connect({ creates: true });
  }

  /** This process takes no more work, see {@link WorldHandle.drain}. */
  get isEnding(): boolean {
    return this.#draining !== null;
  }

  /**
   * The open store. Its worker runs if this process has a build. A store that is missing is created for a process that
   * has a build, or if `creates` is set; to look into it is no reason.
   * @throws `runtime_closed` after {@link close}; `world_store_missing`.
   */
  async connect({ creates = false }: WorldOpenOptions = {}): Promise<Connection> {
    if (this.#loading) await this.#loading;
    // A late request must not open the store again.
    if (this.isEnding && !this.#connection) throw runtimeError('runtime_closed', {});
    const mayCreate = creates || this.#build !== null;
    const connection = (this.#connection ??= this.#open(mayCreate));
    try {
      return await connection;
    } catch (error) {
      // The next caller tries again.
      if (this.#connection === connection) this.#connection = null;
      // Another caller had asked without a reason to create it.
      if (mayCreate && isStoreMissing(error)) return await this.connect({ creates });
      throw error;
    }
  }

  async reencrypt(onProgress?: (runs: number) => void): Promise<ReencryptedValues> {
    await this.connect();
    return await this.#encrypted!.reencrypt(onProgress);
  }

  async untilGone(): Promise<Error> {
    const { closing } = await this.connect();
    return await new Promise((resolve) => {
      const tell = (): void => {
        if (isStoreGone(closing.reason)) resolve(closing.reason as Error);
      };
      closing.addEventListener('abort', tell);
      tell();
    });
  }

  async backup(file: string): Promise<void> {
    const world = this.#connection ? (await this.#connection).world : await this.#createWorld();
    await world.backup(file);
  }

  /**
   * Resolves when this process may be halted: nothing is under way or due, and all runs are released. At the latest it
   * resolves when `signal` aborts.
   */
  async rest(signal: AbortSignal): Promise<void> {
    await (await this.connect()).rest(signal);
  }

  drain(): Promise<void> {
    return (this.#draining ??= this.#drain());
  }

  async #drain(): Promise<void> {
    await (await this.#connection)?.drain();
  }

  close(): Promise<void> {
    // The host and a signal handler may both call it: neither may end the process before all runs are released.
    return (this.#ending ??= this.#close());
  }

  async #close(): Promise<void> {
    const connection = this.#connection;
    try {
      await this.drain();
    } finally {
      this.#connection = null;
      await (await connection)?.close();
    }
  }

  /** The next caller opens the store again. */
  async #discard(connection: Connection): Promise<void> {
    this.#connection = null;
    if (!this.#world) await connection.close().catch(() => undefined);
  }

  async #createWorld(): Promise<EncryptedWorld> {
    const { world: kind, dataDir, durability, encryptionKeys } = this.settings;
    const store = this.#world ?? (await createWorld(kind === 'memory' ? { kind } : { kind, dataDir, durability }));
    return new EncryptedWorld(store, encryptionKeys);
  }

  async #open(creates: boolean): Promise<Connection> {
    // Imported here, so that code that only imports the API loads quickly.
    const { Connection: OpenConnection } = await import('./connection.ts');
    const world = await this.#createWorld();
    this.#encrypted = world;
    await world.open({ creates });
    const connection = new OpenConnection({
      world,
      clock: this.#clock,
      log: this.log,
      settings: this.settings,
      baseUrl: () => this.baseUrl,
      print: (level, text) => (console as unknown as Record<string, (text: string) => void>)[level]?.(text),
    });
    const build = this.#build;
    if (!build) return connection;
    try {
      await connection.use(build);
      return connection;
    } catch (error) {
      await this.#discard(connection);
      throw error;
    }
  }
}

/** A caller who only looked did not find a store. That is no concern of others. */
function ignoreMissing(error: unknown): null {
  if (isStoreMissing(error)) return null;
  throw error;
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
