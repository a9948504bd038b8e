/** Compares a process before and after a test file, which may leave nothing that the next file would notice. */

/** The events of a process whose listeners count. */
const EVENTS = [
  'beforeExit',
  'exit',
  'SIGINT',
  'SIGTERM',
  'uncaughtException',
  'unhandledRejection',
  'warning',
] as const;

/** The state of a process at one moment. */
export interface ProcessState {
  env: Readonly<NodeJS.ProcessEnv>;
  cwd: string;
  umask: number;
  exitCode: typeof process.exitCode;
  globals: ReadonlyMap<PropertyKey, PropertyDescriptor>;
  listeners: ReadonlyMap<string, readonly Listener[]>;
}

type Listener = (...args: never[]) => unknown;

/** Reads the state of this process. */
export function readState(): ProcessState {
  return {
    env: { ...process.env },
    cwd: process.cwd(),
    umask: process.umask(),
    exitCode: process.exitCode,
    globals: new Map(Reflect.ownKeys(globalThis).map((key) => [key, describeGlobal(key)])),
    listeners: new Map(EVENTS.map((event) => [event, process.rawListeners(event) as Listener[]])),
  };
}

/** Even a look at them makes Node load its client for the web, which takes a tenth of a second. */
const OF_THE_WEB = new Set<PropertyKey>([
  'CloseEvent',
  'EventSource',
  'FormData',
  'Headers',
  'MessageEvent',
  'Request',
  'Response',
  'WebSocket',
]);

/** OpenTelemetry keeps one object for the life of a process. Only the providers that are registered in it count. */
const TELEMETRY = Symbol.for('opentelemetry.js.api.1');

function describeGlobal(key: PropertyKey): PropertyDescriptor {
  if (OF_THE_WEB.has(key)) return {};
  const found = Reflect.getOwnPropertyDescriptor(globalThis, key) ?? {};
  if (key !== TELEMETRY) return found;
  const providers = Object.keys(found.value as object).filter((name) => name !== 'version');
  return { value: providers.length > 0 ? providers.toSorted().join() : undefined };
}

/** Says what is in a process that was not there before, or is missing: a sentence with its fix for each. */
export function findLeftOvers(before: ProcessState, after: ProcessState): string[] {
  return [
    ...changedEnv(before.env, after.env),
    ...changed('the folder of the process', before.cwd, after.cwd, 'call process.chdir() again'),
    ...changed('process.umask()', before.umask, after.umask, 'set it again'),
    ...changed('process.exitCode', before.exitCode, after.exitCode, 'set it again'),
    ...changedGlobals(before.globals, after.globals),
    ...addedListeners(before.listeners, after.listeners),
  ];
}

/** Puts back what can be put back, so that the next file does not suffer. */
export function restoreState({ env, cwd, umask, exitCode, globals }: ProcessState): void {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (process.env[name] !== value) process.env[name] = value;
  if (process.cwd() !== cwd) process.chdir(cwd);
  if (process.umask() !== umask) process.umask(umask);
  process.exitCode = exitCode;
  for (const key of SETTINGS) {
    const was = globals.get(key);
    if (was) Object.defineProperty(globalThis, key, was);
    else Reflect.deleteProperty(globalThis, key);
  }
}

const WHEN = 'in onTestFinished or afterAll';

function changed(what: string, before: unknown, after: unknown, fix: string): string[] {
  if (before === after) return [];
  return [`This file changed ${what} from ${String(before)} to ${String(after)}. Fix: ${fix} ${WHEN}.`];
}

function changedEnv(before: ProcessState['env'], after: ProcessState['env']): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => before[name] !== after[name])
    .map((name) => {
      const [left, was] = [after[name], before[name]].map((value) => value !== undefined && JSON.stringify(value));
      const text = left === false ? `took ${name} out of process.env` : `left ${name}=${left} in process.env`;
      return `This file ${text}${was === false ? '' : `, which was ${was}`}. Fix: put it back ${WHEN}.`;
    });
}

/**
 * Copies of this package keep classes, contexts and readers in a process, and make them when they load. These keys are
 * others: they hold what one application has said, and the next file has to begin without it.
 */
const SETTINGS: readonly PropertyKey[] = ['workflow.registered-root', 'workflow.runtime'].map((name) =>
  Symbol.for(name),
);

/**
 * Globals that packages of others make when they load, and never take away: by custom with two underscores, and those
 * of Node's own client, Nitro, its server, and two packages that look after files and signals.
 */
const MAY_APPEAR =
  /^(?:__\w+|defineNitroConfig|Symbol\((?:undici\.globalDispatcher|srvx\.|graceful-fs\.|signal-exit ).*\))$/;

function isOfCopies(key: PropertyKey): boolean {
  return typeof key === 'symbol' && /^workflow\b/.test(key.description ?? '') && !SETTINGS.includes(key);
}

function changedGlobals(before: ProcessState['globals'], after: ProcessState['globals']): string[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])].filter((key) => !isOfCopies(key));
  return keys.flatMap((key) => {
    const [was, is] = [before.get(key), after.get(key)];
    if (isNothing(was) && (isNothing(is) || MAY_APPEAR.test(String(key)))) return [];
    if (is === undefined) return [`This file took ${String(key)} out of globalThis. Fix: put it back ${WHEN}.`];
    if (was === undefined) return [`This file left ${String(key)} in globalThis. Fix: take it out ${WHEN}.`];
    return isSame(was, is) ? [] : [`This file replaced ${String(key)} of globalThis. Fix: put it back ${WHEN}.`];
  });
}

const isNothing = (global: PropertyDescriptor | undefined): boolean =>
  global === undefined || (global.get === undefined && (global.value === undefined || global.value === null));

/** Node makes some globals when somebody first reads them. Their getter then gives what it has made. */
function isSame(was: PropertyDescriptor, is: PropertyDescriptor): boolean {
  if (was.get === is.get && was.set === is.set && Object.is(was.value, is.value)) return true;
  return was.get !== undefined && is.get === undefined && Object.is(was.get.call(globalThis), is.value);
}

/** Listeners that stay for the life of a process, because one of them serves all that follow. */
const STAYING_LISTENERS = [
  // The end of the first server of this package (`integrations/shared/run-world.ts`).
  /\bendOn\(signal, told\)/,
  // The folder of files that step bundles contain (`runtime/host-values/embedded-files.ts`).
  /\brmSync\(opened,/,
  // The checkers that TypeScript 7 has started.
  /\bof liveChildren\b/,
];

function addedListeners(before: ProcessState['listeners'], after: ProcessState['listeners']): string[] {
  return [...after].flatMap(([event, listeners]) => {
    const known = before.get(event) ?? [];
    const added = listeners.filter((one) => !known.includes(one));
    const left = added.map(textOf).filter((text) => !STAYING_LISTENERS.some((staying) => staying.test(text)));
    const missing = known.length - (listeners.length - added.length);
    return [
      ...left.map((text) => `This file left a listener of process.on('${event}'): ${text}. Fix: take it off ${WHEN}.`),
      ...(missing > 0 ? [`This file took off ${missing} of process.on('${event}'). Fix: put them back ${WHEN}.`] : []),
    ];
  });
}

/** The first words of a function, by which people find it. */
function textOf(listener: Listener): string {
  const { listener: once = listener } = listener as Listener & { listener?: Listener };
  return String(once).replace(/\s+/g, ' ').slice(0, 80);
}
