/** The runtime of this process: one, even if the process holds two copies of this package. */
import type { Clock } from '../contract/clock.ts';
import type { Build } from '../contract/build.ts';
import { DASHBOARD_PATHS } from '../contract/routes.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { VERSION } from '../contract/version.ts';
import { changeMaskedNames } from '../host-values/masked-names.ts';
import { limitValues } from '../host-values/host-codec.ts';
import { createConsoleLog } from '../observe/console-log.ts';
import { Observers } from '../observe/observers.ts';
import { ProcessLog } from '../observe/process-log.ts';
import { createStoreClock } from '../worker/store-clock.ts';
import { systemClock } from '../worker/system-clock.ts';
import type { WorldConfig } from '../world/open.ts';
import type { EncryptedWorld } from '../world/encrypted/encrypted-world.ts';
import type { ReencryptedValues, ReencryptOptions } from '../world/encrypted/reencrypt.ts';
import { isOtherProject, isStoreGone, isStoreMissing } from '../world/messages.ts';
import { useStoreTime } from '../world/store-time.ts';
import type { WorldOpenOptions, World } from '../world/world.ts';
import { toBootReport } from './boot-report.ts';
import type { Connection } from './connection.ts';
import type { RequestContext } from './keep-awake.ts';
import { readForwardedOrigin } from './forwarded-origin.ts';
import { joinCopies } from './package-copies.ts';
import { PublicAddress } from './public-address.ts';
import { readSettings, type Settings } from './settings.ts';

/** A machine whose clock is wrong by so much is reported. */
const CLOCKS_DIFFER_MS = 10_000;

/** The result of `getWorld()`: the store of this process, and the worker on it. */
export interface WorldHandle {
  /**
   * Opens the store and starts the worker. Idempotent; every framework adapter calls it at boot. The first time it logs
   * a line `ready`, which says what the process is.
   * @param options.isTold The caller says it itself. Default false.
   * @throws `role_without_build` with `WORKFLOW_ROLE=worker` in a process that has no build.
   */
  start(options?: { isTold?: boolean }): Promise<void>;
  /**
   * Writes a sound copy of the store to a new file, while work goes on. `workflow restore` makes a store of it.
   * @throws `world_backup_exists`, `world_backup_failed`, `world_backup_unsupported`, `world_store_missing`.
   */
  backup(file: string): Promise<void>;
  /**
   * Goes once through all runs and brings their values to the first key of `WORKFLOW_ENCRYPTION_KEYS`, while work goes
   * on. Repeat it until it has rewritten none: then no other key is needed.
   * @throws `encryption_keys_missing`, `world_store_missing`.
   */
  reencrypt(options?: ReencryptOptions): Promise<ReencryptedValues>;
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

/** Answers a request below the path of the dashboard, and any other one with an empty 404. Never rejects. */
export type AnswerDashboard = (request: Request, context?: RequestContext) => Promise<Response>;

/** The dashboard. */
export interface DashboardHandler extends AnswerDashboard {
  /** Whether a path, which may have a query, is one of the dashboard's, at any mount path. */
  owns(path: string): boolean;
}

/** The settings, the store and the build of this process. */
export class Runtime implements WorldHandle {
  readonly settings: Settings;
  readonly log: ProcessLog;
  /** Who hears what becomes of runs in this process. */
  readonly observers: Observers;
  readonly #clock: Clock;
  #world: World | null = null;
  /** The store of the latest connection. */
  #encrypted: EncryptedWorld | null = null;
  #build: Build | null = null;
  #loading: Promise<unknown> | null = null;
  readonly #address: PublicAddress;
  #dashboard: AnswerDashboard | null = null;
  #hasReported = false;
  #hasWarnedOfAddress = false;
  #connection: Promise<Connection> | null = null;
  #draining: Promise<void> | null = null;
  #ending: Promise<void> | null = null;

  constructor(settings: Settings, clock: Clock = systemClock) {
    this.settings = settings;
    this.log = new ProcessLog(createConsoleLog(settings.log));
    this.observers = new Observers(this.log);
    changeMaskedNames(settings.maskedNames);
    limitValues(settings.valueBytesMax);
    this.#address = new PublicAddress(settings);
    this.#clock = clock;
  }

  get drainMs(): number {
    return this.settings.drainMs;
  }

  /** The build that new runs begin with. */
  get build(): Build | null {
    return this.#build;
  }

  /** Answers requests to the dashboard; `null`: there is none here. */
  get dashboard(): AnswerDashboard | null {
    return this.#dashboard;
  }

  /** Serves the dashboard beside the routes. */
  useDashboard(answer: AnswerDashboard): void {
    this.#dashboard = answer;
  }

  /** Uses this World instead of the one that the environment names, from the next {@link start} on. */
  setWorld(world: World): void {
    this.#world = world;
  }

  /** Sets the public address that the host knows; `WORKFLOW_BASE_URL` takes precedence. */
  setBaseUrl(baseUrl: string): void {
    this.#address.setListening(baseUrl);
  }

  /**
   * Learns the public address from what a proxy has added to a request, if `WORKFLOW_TRUST_PROXY=1` says that one is
   * in front. It counts before the address where the server listens.
   * @param header Gives the value of a header.
   */
  learnFromProxy(header: (name: string) => string | null | undefined): void {
    const origin = this.settings.trustsProxy ? readForwardedOrigin(header) : null;
    if (origin !== null) this.#address.setForwarded(origin);
  }

  /**
   * Sets the path below which the host mounts the application, such as `/v2`. It is added to an address without a path.
   */
  setBasePath(path: string): void {
    this.#address.setPath(path);
  }

  /** Time in milliseconds since the epoch. */
  now(): number {
    return this.#clock.now();
  }

  get baseUrl(): string {
    return this.#address.url;
  }

  /** The address that webhooks begin with. In production it says once if nobody else can reach it. */
  get webhookBaseUrl(): string {
    if (this.settings.isProduction && this.#address.isLocal && !this.#hasWarnedOfAddress) {
      this.#hasWarnedOfAddress = true;
      this.log.warn('webhook_address_local', {
        address: this.baseUrl,
        reason: 'a webhook was given an address that only this machine reaches',
        fix: 'set WORKFLOW_BASE_URL to the public address; behind a proxy that sets X-Forwarded-Host, WORKFLOW_TRUST_PROXY=1 finds it',
      });
    }
    return this.baseUrl;
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

  async start({ isTold = false }: { isTold?: boolean } = {}): Promise<void> {
    if (this.settings.role === 'worker' && !this.#build) throw runtimeError('role_without_build', {});
    if (this.#draining) {
      // Whoever closed it has been told how that went.
      await this.close().catch(() => {});
      this.#draining = this.#ending = null;
    }
    const { world } = await this.connect({ creates: true });
    if (this.#build && this.settings.reportsBoot && !isTold && !this.#hasReported) void this.#reportBoot(world.kind);
  }

  /**
   * Says once what this server is, when its address is known. A program that listens nowhere is no server: whatever it
   * prints is its own.
   */
  async #reportBoot(kind: string): Promise<void> {
    this.#hasReported = true;
    await this.#address.untilHeard();
    const { settings } = this;
    const build = this.#build;
    if (!build || this.isEnding) return;
    const address = this.baseUrl;
    const dashboard = this.#dashboard && address + DASHBOARD_PATHS[0];
    this.log.info('ready', { ...toBootReport({ build, settings, kind, address, dashboard }) });
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

  async reencrypt(options?: ReencryptOptions): Promise<ReencryptedValues> {
    await this.connect();
    return await this.#encrypted!.reencrypt(options);
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

  /** A store that is gone or damaged has its line in the log already. */
  logFailedRequest(path: string, error: unknown): void {
    if (!isStoreGone(error)) this.log.error('request_failed', { path, error });
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

  /** The World that the settings name, which is not yet open, and encrypts nothing by itself. */
  async createStore(): Promise<World> {
    const { createWorld } = await import('../world/open.ts');
    return await createWorld(toConfig(this.settings));
  }

  async #createWorld(): Promise<EncryptedWorld> {
    const { EncryptedWorld: Encrypted } = await import('../world/encrypted/encrypted-world.ts');
    return new Encrypted(this.#world ?? (await this.createStore()), this.settings.encryptionKeys);
  }

  /** A store that machines share has the time for all of them. */
  #toClock(world: World): Clock {
    const time = this.#clock.isOfMachine ? useStoreTime(world) : null;
    if (!time) return this.#clock;
    if (Math.abs(time.aheadMs) >= CLOCKS_DIFFER_MS) this.log.warn('clocks_differ', { machineIsAheadMs: -time.aheadMs });
    return createStoreClock(this.#clock, time);
  }

  async #open(creates: boolean): Promise<Connection> {
    // Imported here, as the World is, so that code that only imports the API loads quickly.
    const { Connection: OpenConnection } = await import('./connection.ts');
    const { world: kind, hostWithoutDisk } = this.settings;
    if (hostWithoutDisk !== null && kind === 'sqlite' && !this.#world) {
      throw runtimeError('host_without_store', { host: hostWithoutDisk });
    }
    const world = await this.#createWorld();
    this.#encrypted = world;
    await world.open({ creates });
    const clock = this.#toClock(world);
    const connection = new OpenConnection({
      world,
      clock,
      log: this.log,
      observers: this.observers,
      settings: this.settings,
      baseUrl: () => this.baseUrl,
      webhookBaseUrl: () => this.webhookBaseUrl,
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

function toConfig({ world: kind, dataDir, durability, database }: Settings): WorldConfig {
  if (kind === 'sqlite') return { kind, dataDir, durability };
  return kind === 'postgres' ? { kind, ...database } : { kind };
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
