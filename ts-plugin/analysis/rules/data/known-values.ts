/** What becomes of values of built-in classes, by their names in the libraries of TypeScript and Node. */

const VIEWS = [
  'Int8Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int16Array',
  'Uint16Array',
  'Int32Array',
  'Uint32Array',
  'Float16Array',
  'Float32Array',
  'Float64Array',
  'BigInt64Array',
  'BigUint64Array',
  'DataView',
];

/** They carry what they hold, which is looked into. */
export const COLLECTIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ['Map', ['.keys()', '.get(…)']],
  ['ReadonlyMap', ['.keys()', '.get(…)']],
  ['Set', ['.values()']],
  ['ReadonlySet', ['.values()']],
]);

/** Errors that come back as what they were. */
export const ERRORS: ReadonlySet<string> = new Set([
  'Error',
  'AggregateError',
  'EvalError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
  'URIError',
  'SuppressedError',
  'DOMException',
]);

/** Errors of this package, which do so too. */
export const OWN_ERRORS: ReadonlySet<string> = new Set(['WorkflowError', 'FatalError', 'RetryableError']);

/** They come back as what they were. */
export const CARRIED: ReadonlySet<string> = new Set([
  ...VIEWS,
  ...ERRORS,
  'ArrayBuffer',
  'Date',
  'RegExp',
  'Number',
  'String',
  'Boolean',
  'BigInt',
  'URL',
  'URLSearchParams',
  'Headers',
  'FormData',
  'Blob',
  'File',
  'Request',
  'Response',
  'ReadableStream',
  'WritableStream',
  'AbortSignal',
]);

/** What is refused is called so, as by a run. All others are instances of what they are named after. */
export const REFUSED_NAMES: ReadonlyMap<string, string> = new Map([
  ['Promise', 'a promise'],
  ['PromiseLike', 'a promise'],
  ['Generator', 'a generator'],
  ['AsyncGenerator', 'a generator'],
  ['ArrayIterator', 'an instance of Array Iterator'],
  ['MapIterator', 'an instance of Map Iterator'],
  ['SetIterator', 'an instance of Set Iterator'],
  ['StringIterator', 'an instance of String Iterator'],
  ['RegExpStringIterator', 'an instance of RegExp String Iterator'],
  ['Function', 'a function'],
  ['Symbol', 'a symbol'],
]);

/** What a subclass of a built-in one comes back as: `Map` for `class Tags extends Map`. */
export const BASES: ReadonlySet<string> = new Set([...COLLECTIONS.keys(), ...CARRIED, 'Array']);

/** Interfaces that say too little of a value: an array is iterable, too. */
export const VAGUE: ReadonlySet<string> = new Set(['Object', 'Iterator', 'AsyncIterator']);
