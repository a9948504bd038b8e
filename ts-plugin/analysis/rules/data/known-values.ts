/** The fate of values of built-in classes, by their names in the libraries of TypeScript and Node. */
import { STANDARD_ERRORS } from '../../../../runtime/contract/standard-errors.ts';

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

/** Collections cross with their contents, which are checked as well. The texts name the contents in paths. */
export const COLLECTIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ['Map', ['.keys()', '.get(…)']],
  ['ReadonlyMap', ['.keys()', '.get(…)']],
  ['Set', ['.values()']],
  ['ReadonlySet', ['.values()']],
]);

/** Classes of errors of this package, which cross unchanged too. */
export const OWN_ERRORS: ReadonlySet<string> = new Set(['WorkflowError', 'FatalError', 'RetryableError']);

/** Types of this package whose values stand for something that stays where it is. */
export const HANDLES: ReadonlySet<string> = new Set(['Run', 'Hook', 'Webhook', 'HookInfo']);

/** Built-in classes as which instances of their subclasses arrive: `Request` for `class Order extends Request`. */
export const LOSSY_BASES: ReadonlySet<string> = new Set([
  'Headers',
  'FormData',
  'Blob',
  'File',
  'Request',
  'Response',
  'ReadableStream',
  'WritableStream',
  'AbortSignal',
  'AbortController',
]);

/** Classes whose instances cross unchanged. */
export const CARRIED: ReadonlySet<string> = new Set([
  ...VIEWS,
  ...STANDARD_ERRORS,
  'ArrayBuffer',
  'Date',
  'RegExp',
  'Number',
  'String',
  'Boolean',
  'BigInt',
  'URL',
  'URLSearchParams',
  'Buffer',
  ...LOSSY_BASES,
  // Arrays with fields of their own.
  'RegExpMatchArray',
  'RegExpExecArray',
  'TemplateStringsArray',
]);

/** The words of a run for values that it refuses. Other values are called an instance of their class. */
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

/** Built-in classes that classes of users extend, and that say how their values are stored. */
export const BASES: ReadonlySet<string> = new Set([...COLLECTIONS.keys(), ...CARRIED, 'Array']);

/** Interfaces that say too little about a value: an array is an iterable too. */
export const VAGUE: ReadonlySet<string> = new Set(['Object', 'Iterator', 'AsyncIterator']);
