/** The only place that reads the environment. */
import { pathToFileURL } from 'node:url';
import { isWorkerTag } from '../contract/worker-tag.ts';
import { parseSecrets } from '../contract/request-secrets.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import type { PostgresConfig } from '../world/open.ts';
import { readDatabaseSettings } from './database-settings.ts';
import { readHaltingHost, readHostUrl } from './halting-host.ts';
import { type Signal, SIGNALS } from '../telemetry/signals.ts';
import type { LogSettings } from '../observe/console-log.ts';
import { RetentionRules } from './retention-rules.ts';
import { type OperationsToken, parseOperationsTokens } from './operations-tokens.ts';
import { parseKeyRing, type KeyRing } from '../world/encrypted/key-ring.ts';

/** The settings of the runtime, see {@link readSettings}. */
export interface Settings {
  world: 'sqlite' | 'postgres' | 'memory';
  /** How to reach the database, for the World `postgres`. */
  database: Omit<PostgresConfig, 'kind' | 'pool'>;
  /** Directory of the embedded store. */
  dataDir: string;
  /**
   * `commit`: a result is on disk before anything follows from it. `relaxed`: it survives a crash of the process, not a
   * power cut.
   */
  durability: 'commit' | 'relaxed';
  /** Public base address without a trailing slash; `null`: not set. */
  baseUrl: string | null;
  port: number;
  /** Whether `X-Forwarded-Host` and `X-Forwarded-Proto` say the public address: a proxy that sets them is in front. */
  trustsProxy: boolean;
  /** `NODE_ENV=production`. */
  isProduction: boolean;
  /** Whether a worker says at its start what it is. Under a test runner nobody wants to read it. */
  reportsBoot: boolean;
  /** Step attempts that run at the same time in this process. */
  concurrency: number;
  /** Runs that are worked on at the same time in this process, those that wait for a place of a step included. */
  busyRunsMax: number;
  /** The first one signs requests between machines, and each is accepted; `null`: the store's own secret is used. */
  secrets: readonly string[] | null;
  /**
   * `producer` never works on runs, and `worker` must: it refuses to start runs, or at all, without a build. `all`
   * works on runs if it has a build, and warns if nobody does.
   */
  role: 'all' | 'producer' | 'worker';
  /** Suspended runs kept in memory. */
  liveRunsMax: number;
  /** The kinds of worker that this process is, see `StepOptions.worker`. */
  workerTags: ReadonlySet<string>;
  /** The name of the project that the store must belong to; `null`: the name of the package that was built. */
  project: string | null;
  /** Bytes of pages and chunks under way that this process holds in memory. */
  memoryBytes: number;
  /** The most bytes that one stored value may have. */
  valueBytesMax: number;
  publicManifest: boolean;
  /** Who may use the routes of the operations; `null`: there are no such routes. */
  operationsTokens: readonly OperationsToken[] | null;
  /** Opens the dashboard; `null`: a token that belongs to the store. */
  dashboardToken: string | null;
  /** Whether development servers have the dashboard: not with `WORKFLOW_DASHBOARD=0`. */
  wantsDashboard: boolean;
  /** How the dashboard links to a place in development: with `{path}`, `{line}` and `{column}`. */
  editorUrl: string;
  /** How long a worker may be silent before it counts as dead. */
  leaseMs: number;
  /** How long code may hold the event loop before a worker counts as dead although its process lives. */
  stuckLimitMs: number;
  /** `run`: every run has its own JavaScript realm, instead of one realm for all runs of a bundle. */
  isolation: 'bundle' | 'run';
  /** Workflow code that runs longer than this without waiting is reported; 0: never. */
  turnLimitMs: number;
  /** How long the caller of a webhook with `respondWith: 'manual'` waits for its answer. */
  replyLimitMs: number;
  /** The host halts this process when no request keeps it awake, so it takes runs only during requests. */
  isHalted: boolean;
  /** The name of a host whose disks are lost with each process, where no folder is named that it mounts. */
  hostWithoutDisk: string | null;
  /** How long one request may keep this process awake on a host that would halt it. */
  awakeLimitMs: number;
  /** The secret of the host's cron calls; `null`: there are none. */
  cronSecret: string | null;
  /** How long steps under way may take when this process ends. */
  drainMs: number;
  /** How long a run may clean up after a cancel or a timeout. */
  cancelGraceMs: number;
  /** The keys that values are encrypted with in the store. */
  encryptionKeys: KeyRing;
  /** Changes to the names whose values are masked in errors and webhook requests: `-name` takes one off the list. */
  maskedNames: string[];
  /** The store keeps the step code of each build, for runs whose calls a newer build cannot answer. */
  keepsSteps: boolean;
  /** How the console gets messages, and which. */
  log: LogSettings;
  /** The kinds of data that OpenTelemetry gets, if the application has registered it. */
  telemetry: ReadonlySet<Signal>;
  /** How long runs are kept after their end. */
  retention: RetentionRules;
}

type Environment = Record<string, string | undefined>;

const CONCURRENCY_DEFAULT = 100;
const BUSY_RUNS_DEFAULT = 1_000;
const LIVE_RUNS_DEFAULT = 1_000;
const MEMORY_DEFAULT_MB = 64;
const VALUE_DEFAULT_MB = 64;
const MB = 2 ** 20;
const LEASE_DEFAULT_MS = 10_000;
const STUCK_LIMIT_DEFAULT_MS = 300_000;
const REPLY_LIMIT_DEFAULT_MS = 30_000;
const TURN_LIMIT_DEFAULT_MS = 10_000;
/** For hosts that are not known, see {@link readHaltingHost}. */
const AWAKE_LIMIT_DEFAULT_MS = 240_000;
/** Fits the ten seconds that Docker gives a process. */
const DRAIN_DEFAULT_MS = 8_000;
const CANCEL_GRACE_DEFAULT_MS = 30_000;
const PORT_DEFAULT = 3_000;

/**
 * Reads the settings from the environment. Empty values count as unset.
 * @throws `setting_invalid`, `setting_secret_short`, `setting_operations_tokens_invalid`, `encryption_keys_invalid`.
 */
export function readSettings(env: Environment = process.env): Settings {
  const host = readHaltingHost(env);
  const concurrency = wholeNumber(env, 'WORKFLOW_CONCURRENCY', { min: 1, max: 100_000, fallback: CONCURRENCY_DEFAULT });
  return {
    world: oneOf(env, 'WORKFLOW_WORLD', ['sqlite', 'postgres', 'memory'], 'sqlite'),
    database: readDatabaseSettings(env, { schema: testName(env, '_') ?? 'workflow', rests: host !== null }),
    dataDir: env['WORKFLOW_DATA_DIR'] || defaultDataDir(env),
    durability: oneOf(env, 'WORKFLOW_DURABILITY', ['commit', 'relaxed'], 'commit'),
    baseUrl: readBaseUrl(env['WORKFLOW_BASE_URL']) ?? readHostUrl(env),
    port: wholeNumber({ PORT: env['NITRO_PORT'] || env['PORT'] }, 'PORT', {
      min: 0,
      max: 65_535,
      fallback: PORT_DEFAULT,
    }),
    trustsProxy: env['WORKFLOW_TRUST_PROXY'] === '1',
    isProduction: env['NODE_ENV'] === 'production',
    reportsBoot: testName(env, '-') === null,
    concurrency,
    busyRunsMax: wholeNumber(env, 'WORKFLOW_BUSY_RUNS', {
      min: 1,
      max: 1_000_000,
      // Otherwise runs of one step each could not use all places.
      fallback: Math.max(BUSY_RUNS_DEFAULT, 2 * concurrency),
    }),
    secrets: readSecrets(env['WORKFLOW_SECRET'] ?? ''),
    role: oneOf(env, 'WORKFLOW_ROLE', ['all', 'producer', 'worker'], 'all'),
    workerTags: readTags(env, 'WORKFLOW_WORKER_TAGS'),
    liveRunsMax: wholeNumber(env, 'WORKFLOW_LIVE_RUNS', { min: 0, max: 1_000_000, fallback: LIVE_RUNS_DEFAULT }),
    project: env['WORKFLOW_PROJECT'] || null,
    memoryBytes: MB * wholeNumber(env, 'WORKFLOW_MEMORY_MB', { min: 1, max: 65_536, fallback: MEMORY_DEFAULT_MB }),
    valueBytesMax: MB * wholeNumber(env, 'WORKFLOW_VALUE_MB', { min: 1, max: 256, fallback: VALUE_DEFAULT_MB }),
    publicManifest: env['WORKFLOW_PUBLIC_MANIFEST'] === '1',
    operationsTokens: parseOperationsTokens(env['WORKFLOW_OPERATIONS_TOKENS'] ?? ''),
    dashboardToken: readDashboardToken(env['WORKFLOW_DASHBOARD_TOKEN']),
    wantsDashboard: env['WORKFLOW_DASHBOARD'] !== '0',
    editorUrl:
      env['WORKFLOW_EDITOR_URL'] || `vscode://file${pathToFileURL(process.cwd()).pathname}/{path}:{line}:{column}`,
    leaseMs: wholeNumber(env, 'WORKFLOW_LEASE_MS', { min: 100, max: 3_600_000, fallback: LEASE_DEFAULT_MS }),
    stuckLimitMs: wholeNumber(env, 'WORKFLOW_STUCK_LIMIT_MS', {
      min: 100,
      max: 86_400_000,
      fallback: STUCK_LIMIT_DEFAULT_MS,
    }),
    isolation: oneOf(env, 'WORKFLOW_ISOLATION', ['bundle', 'run'], 'bundle'),
    turnLimitMs: wholeNumber(env, 'WORKFLOW_TURN_LIMIT_MS', {
      min: 0,
      max: 3_600_000,
      fallback: TURN_LIMIT_DEFAULT_MS,
    }),
    replyLimitMs: wholeNumber(env, 'WORKFLOW_REPLY_LIMIT_MS', {
      min: 1,
      max: 3_600_000,
      fallback: REPLY_LIMIT_DEFAULT_MS,
    }),
    isHalted: host !== null,
    hostWithoutDisk: host !== null && !env['WORKFLOW_DATA_DIR'] ? host.name : null,
    awakeLimitMs: wholeNumber(env, 'WORKFLOW_AWAKE_LIMIT_MS', {
      min: 1,
      max: 3_600_000,
      fallback: host?.awakeLimitMs ?? AWAKE_LIMIT_DEFAULT_MS,
    }),
    cronSecret: env['CRON_SECRET'] || null,
    drainMs: wholeNumber(env, 'WORKFLOW_DRAIN_MS', { min: 0, max: 3_600_000, fallback: DRAIN_DEFAULT_MS }),
    cancelGraceMs: wholeNumber(env, 'WORKFLOW_CANCEL_GRACE_MS', {
      min: 0,
      max: 86_400_000,
      fallback: CANCEL_GRACE_DEFAULT_MS,
    }),
    encryptionKeys: parseKeyRing(env['WORKFLOW_ENCRYPTION_KEYS']),
    maskedNames: readNames(env, 'WORKFLOW_MASK'),
    keepsSteps: env['WORKFLOW_KEEP_STEPS'] === '1',
    log: readLogSettings(env),
    telemetry: readSignals(env, 'WORKFLOW_TELEMETRY'),
    retention: new RetentionRules(env['WORKFLOW_RETENTION'] ?? ''),
  };
}

/** In development people read it; in production, programs, unless somebody sits in front of it. */
function readLogSettings(env: Environment): LogSettings {
  const isProduction = env['NODE_ENV'] === 'production';
  const fallback = isProduction ? (process.stderr.isTTY ? 'line' : 'json') : 'pretty';
  return {
    form: oneOf(env, 'WORKFLOW_LOG', ['pretty', 'line', 'json'], fallback),
    level: oneOf(env, 'WORKFLOW_LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'off'], 'info'),
    hasMessages: env['WORKFLOW_LOG_MESSAGES'] !== '0',
  };
}

/**
 * Tests have a store of their own, so that no server executes runs that a test has left.
 * @returns The folder of the embedded store.
 */
function defaultDataDir(env: Environment): string {
  const name = testName(env, '-');
  return name === null ? '.workflow-data' : `.workflow-data/${name.replace('workflow-', '')}`;
}

/**
 * The name of the store under a test runner, such as `workflow_test_2`; `null`: there is none. Test runners that share
 * out the files of a project among processes number these; processes that a test starts inherit the number.
 */
function testName(env: Environment, separator: string): string | null {
  // Next builds and serves pages in processes that have the number of a Jest worker, too, and one of these modes.
  const isOfNext = env['NODE_ENV'] === 'production' || env['NODE_ENV'] === 'development';
  const isJest = Boolean(env['JEST_WORKER_ID']) && !isOfNext;
  if (!env['VITEST'] && !env['NODE_TEST_CONTEXT'] && !isJest) return null;
  const number = /^\d+$/.exec((env['VITEST'] ? env['VITEST_POOL_ID'] : isJest && env['JEST_WORKER_ID']) || '');
  return ['workflow', 'test', ...(number ?? [])].join(separator);
}

function oneOf<const Name extends string>(env: Environment, name: string, allowed: Name[], fallback: Name): Name {
  const found = env[name];
  if (found === undefined || found === '') return fallback;
  if (allowed.includes(found as Name)) return found as Name;
  throw runtimeError('setting_invalid', { name, found, expected: allowed.map((value) => `"${value}"`).join(' or ') });
}

function readSecrets(found: string): readonly string[] | null {
  const secrets = parseSecrets(found);
  return secrets.length > 0 ? secrets : null;
}

function readNames(env: Environment, name: string): string[] {
  const found = env[name];
  if (!found) return [];
  const names = found.split(',').map((one) => one.trim());
  if (names.every((one) => /^-?\w[\w-]*$/.test(one))) return names;
  throw runtimeError('setting_invalid', {
    name,
    found,
    expected: 'names with commas between them, such as "ssn,-pwd"',
  });
}

function readTags(env: Environment, name: string): ReadonlySet<string> {
  const found = env[name] ?? '';
  const tags = found === '' ? [] : found.split(',').map((one) => one.trim());
  if (tags.every(isWorkerTag)) return new Set(tags);
  throw runtimeError('setting_invalid', { name, found, expected: 'names with commas between them, such as "gpu,eu"' });
}

function readSignals(env: Environment, name: string): ReadonlySet<Signal> {
  const found = env[name] || SIGNALS.join(',');
  if (found === 'off') return new Set();
  const signals = found.split(',').map((one) => one.trim());
  const isSignal = (one: string): one is Signal => SIGNALS.includes(one as Signal);
  if (signals.every(isSignal)) return new Set(signals);
  throw runtimeError('setting_invalid', { name, found, expected: `"off", or some of "${SIGNALS.join(',')}"` });
}

interface Range {
  min: number;
  max: number;
  fallback: number;
}

function wholeNumber(env: Environment, name: string, { min, max, fallback }: Range): number {
  const found = env[name];
  if (found === undefined || found === '') return fallback;
  const value = Number(found);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw runtimeError('setting_invalid', { name, found, expected: `a whole number from ${min} to ${max}` });
}

/** Anybody may try to guess it. */
function readDashboardToken(found: string | undefined): string | null {
  if (!found) return null;
  if (/^[\x21-\x7e]{32,}$/.test(found)) return found;
  throw runtimeError('setting_invalid', {
    name: 'WORKFLOW_DASHBOARD_TOKEN',
    found: `a text of ${found.length} characters`,
    expected: 'at least 32 letters, digits and signs, such as `openssl rand -hex 32` prints',
  });
}

function readBaseUrl(found: string | undefined): string | null {
  if (!found) return null;
  const url = URL.parse(found);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return found.replace(/\/+$/, '');
  throw runtimeError('setting_invalid', {
    name: 'WORKFLOW_BASE_URL',
    found,
    expected: 'an address such as "https://example.com"',
  });
}
