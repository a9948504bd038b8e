/**
 * Every global name that workflow code may expect, and its kind there. The sandbox builds the global object of a run
 * from this table alone, and docs/globals.md is generated from it.
 */

/**
 * How a global name behaves in workflow code.
 *
 * - `plain`: as in JavaScript or on the Web platform.
 * - `deterministic`: replaced, because its result would differ on replay.
 * - `durable`: goes through the journal.
 * - `forbidden`: exists, but using it throws an error that names the alternative.
 * - `absent`: `undefined`, so that libraries that look for it take another path.
 */
export type GlobalKind = 'plain' | 'deterministic' | 'durable' | 'forbidden' | 'absent';

/** One or more global names, or members such as `Math.random`, with their kind. */
export type GlobalEntry = {
  readonly names: readonly string[];
  /** One sentence: why, and what a replaced global does instead. */
  readonly reason: string;
} & (
  | { readonly kind: Exclude<GlobalKind, 'forbidden'> }
  | {
      readonly kind: 'forbidden';
      /** The fix of the error. */
      readonly instead: string;
    }
);

const USE_SLEEP = 'use sleep() from "workflow", which is durable, or move the code into a step.';
const USE_STEP = "move the code into a function that begins with 'use step'.";

const words = (text: string): string[] => text.trim().split(/\s+/);

/** The names of the global object. Any other name does not exist in workflow code. */
export const SANDBOX_GLOBALS: readonly GlobalEntry[] = [
  {
    kind: 'plain',
    names: ['globalThis'],
    reason: 'Each run has its own; assigned properties last until the run ends, and other runs do not see them.',
  },
  {
    kind: 'plain',
    names: words(`
      Infinity NaN undefined isFinite isNaN parseFloat parseInt decodeURI decodeURIComponent encodeURI
      encodeURIComponent Array BigInt Boolean Iterator JSON Map Number Object Promise Proxy RegExp Set
      String Symbol WeakMap WeakSet DisposableStack AsyncDisposableStack ArrayBuffer DataView Int8Array Uint8Array
      Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array BigInt64Array BigUint64Array Float16Array
      Float32Array Float64Array Error AggregateError EvalError RangeError ReferenceError SuppressedError SyntaxError
      TypeError URIError escape unescape
    `),
    reason: 'Standard JavaScript of the running Node, frozen, so that runs cannot affect each other.',
  },
  {
    kind: 'plain',
    names: ['Reflect'],
    reason: 'Each run has its own, because libraries for metadata add functions to it.',
  },
  {
    kind: 'plain',
    names: ['Function'],
    reason:
      'As in JavaScript, but makes no function from text; Function("return this")() gives the globals of the run.',
  },
  {
    kind: 'plain',
    names: words(`
      AbortController AbortSignal Blob CustomEvent DOMException Event EventTarget File FormData Headers Request
      Response TextDecoder TextEncoder URL URLSearchParams atob btoa queueMicrotask structuredClone
    `),
    reason: 'As on the Web platform, implemented without Node, so that a replay gives the same results.',
  },
  {
    kind: 'plain',
    names: words(`
      ReadableStream ReadableStreamDefaultController ReadableStreamDefaultReader WritableStream
      WritableStreamDefaultWriter
    `),
    reason: 'As on the Web platform, for data inside the workflow; write to getWritable() what others should read.',
  },
  {
    kind: 'deterministic',
    names: ['Date'],
    reason: 'The current time is that of the last event in the journal, and local time is UTC on every machine.',
  },
  { kind: 'deterministic', names: ['Math'], reason: 'As in JavaScript, except that random() is seeded by the run.' },
  {
    kind: 'deterministic',
    names: ['Intl'],
    reason: 'The default locale is en-US and the default time zone is UTC on every machine.',
  },
  {
    kind: 'deterministic',
    names: ['crypto'],
    reason: "Random values derive from the run's own secret: unguessable, and the same on replay.",
  },
  {
    kind: 'deterministic',
    names: ['performance'],
    reason: 'now() follows the journal and counts from the Unix epoch, because a run outlives its processes.',
  },
  {
    kind: 'deterministic',
    names: ['console'],
    reason: 'Prints each line once, even when the run is replayed.',
  },
  {
    kind: 'deterministic',
    names: ['WeakRef'],
    reason: 'Holds its target as long as the run is in memory, so that nobody learns when memory is collected.',
  },
  {
    kind: 'durable',
    names: ['fetch'],
    reason: 'A built-in step: the request is made once, and its whole response is recorded.',
  },
  {
    kind: 'plain',
    names: ['clearTimeout', 'clearInterval', 'clearImmediate'],
    reason: 'They do nothing, as there are no timers; libraries call them without one.',
  },
  {
    kind: 'forbidden',
    names: ['setTimeout', 'setInterval', 'setImmediate'],
    reason: 'A timer ends with its process, but a run continues in another one.',
    instead: USE_SLEEP,
  },
  {
    kind: 'forbidden',
    names: ['TransformStream', 'TextEncoderStream', 'TextDecoderStream', 'CompressionStream', 'DecompressionStream'],
    reason: 'Transforming streams is work for a step; the classes exist only because libraries extend them.',
    instead: USE_STEP,
  },
  {
    kind: 'forbidden',
    names: ['eval'],
    reason: 'Code that is not in the bundle cannot be replayed.',
    instead: 'write the code as a function, or move it into a step.',
  },
  {
    kind: 'absent',
    names: ['FinalizationRegistry'],
    reason: 'It reveals when memory is collected, which differs on replay.',
  },
  {
    kind: 'absent',
    names: ['SharedArrayBuffer', 'Atomics', 'WebAssembly', 'Worker', 'SharedWorker', 'BroadcastChannel'],
    reason: 'The timing of threads and shared memory differs on replay; use a step.',
  },
  {
    kind: 'absent',
    names: ['MessageChannel', 'MessagePort', 'MessageEvent', 'CloseEvent', 'postMessage'],
    reason: 'Messages between threads and pages do not go through the journal; use hooks or steps.',
  },
  {
    kind: 'absent',
    names: ['process', 'global', 'Buffer', 'require', 'module', 'exports', '__dirname', '__filename'],
    reason: 'Workflow code does not run in Node, and libraries detect Node by these names.',
  },
  {
    kind: 'absent',
    names: ['WebSocket', 'EventSource', 'XMLHttpRequest', 'WebTransport'],
    reason: 'A connection ends with its process, and its data is not in the journal; use fetch, hooks or a step.',
  },
  {
    kind: 'absent',
    names: words(`
      localStorage sessionStorage indexedDB caches Storage navigator Navigator document window self location history
      requestAnimationFrame requestIdleCallback
    `),
    reason: 'They belong to a browser or to one machine, but a run may continue anywhere.',
  },
  {
    kind: 'absent',
    names: words(`
      Performance PerformanceEntry PerformanceMark PerformanceMeasure PerformanceObserver
      PerformanceObserverEntryList PerformanceResourceTiming
    `),
    reason: 'Time stands still while workflow code runs, so there is nothing to measure.',
  },
  {
    kind: 'absent',
    names: ['Crypto', 'CryptoKey', 'SubtleCrypto', 'QuotaExceededError', 'URLPattern'],
    reason: 'The sandbox does not implement these classes, and those of Node would lead out of it.',
  },
  {
    kind: 'absent',
    names: words(`
      ReadableByteStreamController ReadableStreamBYOBReader ReadableStreamBYOBRequest
      TransformStreamDefaultController WritableStreamDefaultController ByteLengthQueuingStrategy
      CountQueuingStrategy
    `),
    reason: 'Streams in a workflow hold data that is already in memory, so they need no flow control.',
  },
  {
    kind: 'absent',
    names: ['Temporal', 'ShadowRealm'],
    reason: 'Not in every supported Node, and they would use the clock and the code of the process.',
  },
  {
    kind: 'absent',
    names: ['gc', 'AsyncLocalStorage', 'importScripts', 'alert', 'confirm', 'prompt'],
    reason: 'Outdated, or not part of the JavaScript that servers and browsers share.',
  },
];

/** The one text of code that `Function` takes: by it libraries find the global object on every platform. */
export const GLOBAL_OBJECT_CODE = /^\s*return (?:this|globalThis)\s*;?\s*$/;

/** Members of these globals that behave differently from other environments. */
export const SANDBOX_MEMBERS: readonly GlobalEntry[] = [
  {
    kind: 'deterministic',
    names: ['Date.now', 'new Date()', 'Date()', 'performance.now', 'Intl.DateTimeFormat.prototype.format'],
    reason: 'The current time is that of the last event; it advances when the run waits, never while code runs.',
  },
  {
    kind: 'deterministic',
    names: ['Date.parse', 'Date.prototype.getHours', 'Date.prototype.toString', 'Date.prototype.getTimezoneOffset'],
    reason: 'Local time is UTC, here and in all other members of Date.',
  },
  {
    kind: 'deterministic',
    names: words(`
      String.prototype.localeCompare Number.prototype.toLocaleString BigInt.prototype.toLocaleString
      Date.prototype.toLocaleString Date.prototype.toLocaleDateString Date.prototype.toLocaleTimeString
      String.prototype.toLocaleLowerCase String.prototype.toLocaleUpperCase
    `),
    reason: 'They use en-US and UTC when no locale, or an unknown one, is given.',
  },
  {
    kind: 'deterministic',
    names: ['Math.random', 'crypto.getRandomValues', 'crypto.randomUUID'],
    reason: "Derived from the run's own secret, so that a replay gives the same values.",
  },
  {
    kind: 'deterministic',
    names: ['Promise.race', 'Promise.any', 'Promise.all'],
    reason: 'They let go of a hook whose payload they do not give to the code, so that a later await gets it.',
  },
  {
    kind: 'deterministic',
    names: ['crypto.subtle.digest'],
    reason: 'Computed synchronously, so that its promise settles at the same point on replay.',
  },
  {
    kind: 'forbidden',
    names: words(`
      crypto.subtle.decrypt crypto.subtle.deriveBits crypto.subtle.deriveKey crypto.subtle.encrypt
      crypto.subtle.exportKey crypto.subtle.generateKey crypto.subtle.importKey crypto.subtle.sign
      crypto.subtle.unwrapKey crypto.subtle.verify crypto.subtle.wrapKey
    `),
    reason: 'Keys would be in the memory of the workflow, and their results may differ on replay.',
    instead: USE_STEP,
  },
  {
    kind: 'forbidden',
    names: ['Function()'],
    reason: 'Code that is made from text is not in the bundle, so it cannot be replayed.',
    instead: 'write the code as a function, or move it into a step.',
  },
  {
    kind: 'durable',
    names: ['AbortSignal.timeout'],
    reason: 'A durable wait, which outlives the process.',
  },
  {
    kind: 'absent',
    names: [
      'RegExp.input',
      'RegExp.lastMatch',
      'RegExp.lastParen',
      'RegExp.leftContext',
      'RegExp.rightContext',
      'RegExp.$1',
      'RegExp.$2',
      'RegExp.$3',
      'RegExp.$4',
      'RegExp.$5',
      'RegExp.$6',
      'RegExp.$7',
      'RegExp.$8',
      'RegExp.$9',
      'RegExp.$_',
      'RegExp.$&',
      'RegExp.$+',
      'RegExp.$`',
      "RegExp.$'",
    ],
    reason: 'They would show one run what another run matched.',
  },
  {
    kind: 'deterministic',
    names: ['Error.prepareStackTrace'],
    reason: 'Assigning it has no effect: stacks show only frames of your source.',
  },
  {
    kind: 'deterministic',
    names: ['Error.stackTraceLimit'],
    reason: 'Reset to 30 whenever the run continues, so that runs cannot affect each other.',
  },
];
