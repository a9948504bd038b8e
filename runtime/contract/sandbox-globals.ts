/**
 * Every global name that workflow code may expect, and what it is there. The sandbox builds the global object of a run
 * from this table and from nothing else, and docs/globals.md is made from it.
 */

/**
 * - `plain`: as in JavaScript or on the Web platform.
 * - `deterministic`: replaced, because its result would differ on replay.
 * - `durable`: goes through the journal.
 * - `forbidden`: there, but using it throws an error that says what to do instead.
 * - `absent`: `undefined`, so that libraries that look for it take another way.
 */
export type GlobalKind = 'plain' | 'deterministic' | 'durable' | 'forbidden' | 'absent';

/** What one or more global names, or members such as `Math.random`, are in workflow code. */
export type GlobalEntry = {
  readonly names: readonly string[];
  /** One sentence: why it is so, and for what is replaced, by what. */
  readonly reason: string;
} & (
  | { readonly kind: Exclude<GlobalKind, 'forbidden'> }
  | {
      readonly kind: 'forbidden';
      /** What to do about it, as the fix of the error. */
      readonly instead: string;
    }
);

const USE_SLEEP = 'use sleep() from "workflow", which is durable, or move the code into a step.';
const USE_STEP = "move the code into a function that begins with 'use step'.";

const words = (text: string): string[] => text.trim().split(/\s+/);

/** The names of the global object. A name that is not here does not exist in workflow code. */
export const SANDBOX_GLOBALS: readonly GlobalEntry[] = [
  {
    kind: 'plain',
    names: ['globalThis'],
    reason: "The run's own: what the code assigns to it is seen through it, by this run alone, until the run ends.",
  },
  {
    kind: 'plain',
    names: words(`
      Infinity NaN undefined isFinite isNaN parseFloat parseInt decodeURI decodeURIComponent encodeURI
      encodeURIComponent Array BigInt Boolean Iterator JSON Map Number Object Promise Proxy Reflect RegExp Set
      String Symbol WeakMap WeakSet DisposableStack AsyncDisposableStack ArrayBuffer DataView Int8Array Uint8Array
      Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array BigInt64Array BigUint64Array Float16Array
      Float32Array Float64Array Error AggregateError EvalError RangeError ReferenceError SuppressedError SyntaxError
      TypeError URIError
    `),
    reason: 'The JavaScript of the Node that runs it, frozen, so that runs cannot reach each other through it.',
  },
  {
    kind: 'plain',
    names: ['Function'],
    reason:
      'Functions are as in JavaScript, but making one from text throws, because code outside the bundle cannot be replayed.',
  },
  {
    kind: 'plain',
    names: words(`
      AbortController AbortSignal Blob CustomEvent DOMException Event EventTarget File FormData Headers Request
      Response TextDecoder TextEncoder URL URLSearchParams atob btoa queueMicrotask structuredClone
    `),
    reason: 'As on the Web platform; made of nothing but the run itself, so that replay gives the same.',
  },
  {
    kind: 'plain',
    names: words(`
      ReadableStream ReadableStreamDefaultController ReadableStreamDefaultReader WritableStream
      WritableStreamDefaultWriter
    `),
    reason: 'As on the Web platform, for what is made in the workflow; what others read is written to getWritable().',
  },
  {
    kind: 'deterministic',
    names: ['Date'],
    reason: 'Now is the time of the last event of the journal, and local time is UTC, whatever the machine has.',
  },
  { kind: 'deterministic', names: ['Math'], reason: 'All of it is plain except random(), which follows the run.' },
  {
    kind: 'deterministic',
    names: ['Intl'],
    reason: 'The default locale is en-US and the default time zone UTC, whatever the machine has.',
  },
  {
    kind: 'deterministic',
    names: ['crypto'],
    reason: "Randomness is derived from the run's own secret: unguessable, and the same on replay.",
  },
  {
    kind: 'deterministic',
    names: ['performance'],
    reason: 'now() follows the journal and counts from the epoch, because a run outlives its processes.',
  },
  {
    kind: 'deterministic',
    names: ['console'],
    reason: 'Prints each line once, however often the run is replayed.',
  },
  {
    kind: 'durable',
    names: ['fetch'],
    reason: 'A step of the library: the request is made once and its whole response recorded.',
  },
  {
    kind: 'forbidden',
    names: ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate'],
    reason: 'A timer ends with its process, and a run goes on in another one.',
    instead: USE_SLEEP,
  },
  {
    kind: 'forbidden',
    names: ['TransformStream', 'TextEncoderStream', 'TextDecoderStream', 'CompressionStream', 'DecompressionStream'],
    reason: 'What passes through a stream is work for a step; the classes are there because libraries extend them.',
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
    names: ['WeakRef', 'FinalizationRegistry'],
    reason: 'They show when memory is collected, which differs on replay.',
  },
  {
    kind: 'absent',
    names: ['SharedArrayBuffer', 'Atomics', 'WebAssembly', 'Worker', 'SharedWorker', 'BroadcastChannel'],
    reason: 'Threads and shared memory have an order of their own, which differs on replay; use a step.',
  },
  {
    kind: 'absent',
    names: ['MessageChannel', 'MessagePort', 'MessageEvent', 'CloseEvent', 'postMessage'],
    reason: 'Messages between threads and pages do not go through the journal; use hooks or steps.',
  },
  {
    kind: 'absent',
    names: ['process', 'global', 'Buffer', 'require', 'module', 'exports', '__dirname', '__filename'],
    reason: 'Node belongs to the process and a run does not; libraries also tell by these names that they are on Node.',
  },
  {
    kind: 'absent',
    names: ['WebSocket', 'EventSource', 'XMLHttpRequest', 'WebTransport'],
    reason: 'A connection ends with its process, and what comes in is not in the journal; use fetch, hooks or a step.',
  },
  {
    kind: 'absent',
    names: words(`
      localStorage sessionStorage indexedDB caches Storage navigator Navigator document window self location history
      requestAnimationFrame requestIdleCallback
    `),
    reason: 'They belong to a browser or to one machine; a run may go on anywhere.',
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
    reason: 'The sandbox has no such classes of its own, and those of Node would lead out of it.',
  },
  {
    kind: 'absent',
    names: words(`
      ReadableByteStreamController ReadableStreamBYOBReader ReadableStreamBYOBRequest
      TransformStreamDefaultController WritableStreamDefaultController ByteLengthQueuingStrategy
      CountQueuingStrategy
    `),
    reason: 'Streams in a workflow hold what is already there, so they need no flow control.',
  },
  {
    kind: 'absent',
    names: ['Temporal', 'ShadowRealm'],
    reason: 'Not in every Node that is supported, and their clock and code would be those of the process.',
  },
  {
    kind: 'absent',
    names: ['gc', 'escape', 'unescape', 'AsyncLocalStorage', 'importScripts', 'alert', 'confirm', 'prompt'],
    reason: 'Not part of the JavaScript that servers and browsers have in common, or outdated.',
  },
];

/** Members of these globals that are not what they are elsewhere. */
export const SANDBOX_MEMBERS: readonly GlobalEntry[] = [
  {
    kind: 'deterministic',
    names: ['Date.now', 'new Date()', 'Date()', 'performance.now', 'Intl.DateTimeFormat.prototype.format'],
    reason: 'Now is the time of the last event; it moves when the run waits, never while code runs.',
  },
  {
    kind: 'deterministic',
    names: ['Date.parse', 'Date.prototype.getHours', 'Date.prototype.toString', 'Date.prototype.getTimezoneOffset'],
    reason: 'Local time, here and in all other members of Date, is UTC.',
  },
  {
    kind: 'deterministic',
    names: words(`
      String.prototype.localeCompare Number.prototype.toLocaleString BigInt.prototype.toLocaleString
      Date.prototype.toLocaleString Date.prototype.toLocaleDateString Date.prototype.toLocaleTimeString
      String.prototype.toLocaleLowerCase String.prototype.toLocaleUpperCase
    `),
    reason: 'Without a locale, or with one that is not known, they use en-US and UTC.',
  },
  {
    kind: 'deterministic',
    names: ['Math.random', 'crypto.getRandomValues', 'crypto.randomUUID'],
    reason: "Derived from the run's own secret, so that replay draws the same.",
  },
  {
    kind: 'deterministic',
    names: ['crypto.subtle.digest'],
    reason: 'Computed at once, without a thread, so that its promise settles in the same place on replay.',
  },
  {
    kind: 'forbidden',
    names: words(`
      crypto.subtle.decrypt crypto.subtle.deriveBits crypto.subtle.deriveKey crypto.subtle.encrypt
      crypto.subtle.exportKey crypto.subtle.generateKey crypto.subtle.importKey crypto.subtle.sign
      crypto.subtle.unwrapKey crypto.subtle.verify crypto.subtle.wrapKey
    `),
    reason: 'Keys would be in the memory of the workflow, and what they make may differ on replay.',
    instead: USE_STEP,
  },
  {
    kind: 'durable',
    names: ['AbortSignal.timeout'],
    reason: 'A wait in the journal, which goes on when the process does not.',
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
    reason: 'They would show one run what another one matched.',
  },
  {
    kind: 'deterministic',
    names: ['Error.prepareStackTrace'],
    reason: 'Assigning it changes nothing: stacks show the frames of your source and lead nowhere out of the sandbox.',
  },
  {
    kind: 'deterministic',
    names: ['Error.stackTraceLimit'],
    reason: 'It is 30 again whenever the run goes on, so that it passes nothing from run to run.',
  },
];
