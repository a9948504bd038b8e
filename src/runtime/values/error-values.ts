/** Errors: they keep what they say and what they are, and always cross, if need be without some of their fields. */
import { WorkflowError } from '../contract/errors.ts';
import type { CodecEnvironment, ErrorClass } from './codec-environment.ts';
import { describeValue } from './describe-value.ts';
import { FatalError, RetryableError } from './step-errors.ts';
import { defineValueType, type EncodeSession, type ValueType } from './value-type.ts';

const BUILT_IN = {
  Error,
  AggregateError,
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
  ...(typeof SuppressedError === 'function' ? { SuppressedError } : {}),
};

/** Own properties that hold values but are not enumerable, so that they need naming. */
const HIDDEN_PARTS = ['cause', 'errors', 'error', 'suppressed'] as const;
const NOT_FIELDS = new Set<string>(['name', 'message', 'stack']);

interface ErrorData {
  class: string;
  name: string;
  message: string;
  stack?: string | undefined;
  /** Keys (of `Symbol.for`) of the own symbol properties that are `true`: what `is()` methods look for. */
  brands?: string[];
  hidden?: Record<string, unknown>;
  fields: Record<string, unknown> | undefined;
}

export function createErrorType(environment: CodecEnvironment, session: EncodeSession): ValueType {
  const classes = collectClasses(environment);
  return defineValueType<Error, ErrorData>({
    tag: 'Error',
    matches: isError,
    encode: (error) => encodeError(error, nearestClass(error, classes), session),
    decode: (data) => makeShell(data, classes, environment),
    cyclic: {
      lastPart: 'fields',
      complete: (error: Error, data) => {
        for (const [key, value] of Object.entries(data.hidden ?? {})) define(error, key, value, false);
        for (const [key, value] of Object.entries(data.fields ?? {})) define(error, key, value, true);
      },
    },
  });
}

type KnownClasses = ReadonlyMap<string, { prototype: Error; is?(value: unknown): boolean }>;

function collectClasses(environment: CodecEnvironment): KnownClasses {
  const ours: Record<string, ErrorClass> = { WorkflowError, FatalError, RetryableError, ...environment.errorClasses };
  return new Map<string, { prototype: Error }>([...Object.entries(BUILT_IN), ...Object.entries(ours)]);
}

function isError(value: object): boolean {
  if (value instanceof Error) return true;
  const tag = Object.prototype.toString.call(value);
  return tag === '[object Error]' || tag === '[object DOMException]';
}

/** The first class up the prototype chain that every side knows, by name, because errors may come from another realm. */
function nearestClass(error: Error, classes: KnownClasses): string {
  if (Object.prototype.toString.call(error) === '[object DOMException]') return 'DOMException';
  for (let at = Object.getPrototypeOf(error); at !== null; at = Object.getPrototypeOf(at)) {
    const name = attempt(() => (at as Error).constructor.name);
    const known = typeof name === 'string' ? classes.get(name) : undefined;
    if (known !== undefined && (known.is === undefined || known.is(error))) return name!;
  }
  return 'Error';
}

function encodeError(error: Error, className: string, session: EncodeSession): ErrorData {
  const data: Omit<ErrorData, 'fields'> = {
    class: className,
    name: readText(error, 'name') ?? className,
    message: readText(error, 'message') ?? '',
    stack: readText(error, 'stack'),
  };
  const brands = readBrands(error);
  if (brands.length > 0) data.brands = brands;
  const hidden: Record<string, unknown> = {};
  for (const key of HIDDEN_PARTS) {
    if (!Object.hasOwn(error, key) || Object.prototype.propertyIsEnumerable.call(error, key)) continue;
    const value = readField(error, key, session);
    if (value !== DROPPED) hidden[key] = value;
  }
  if (Object.keys(hidden).length > 0) data.hidden = hidden;
  return { ...data, fields: readFields(error, session) };
}

function readFields(error: Error, session: EncodeSession): Record<string, unknown> | undefined {
  const fields: Record<string, unknown> = {};
  for (const key of Object.keys(error)) {
    if (NOT_FIELDS.has(key) || key === '__proto__') continue;
    const value = readField(error, key, session);
    if (value !== DROPPED) fields[key] = value;
  }
  return Object.keys(fields).length > 0 ? fields : undefined;
}

const DROPPED = Symbol('dropped');

function readField(error: object, key: string, session: EncodeSession): unknown {
  const value = attempt(() => (error as Record<string, unknown>)[key], DROPPED);
  if (value === DROPPED || session.canEncode(value)) return value;
  // One bad member must not cost all errors of an AggregateError.
  if (key !== 'errors' || !Array.isArray(value)) return DROPPED;
  return value.map((member: unknown) => (session.canEncode(member) ? member : `(${describeValue(member)})`));
}

function readBrands(error: object): string[] {
  const brands: string[] = [];
  for (const symbol of Object.getOwnPropertySymbols(error)) {
    const key = Symbol.keyFor(symbol);
    if (key !== undefined && (error as Record<symbol, unknown>)[symbol] === true) brands.push(key);
  }
  return brands;
}

function readText(error: object, key: string): string | undefined {
  const value = attempt(() => (error as Record<string, unknown>)[key]);
  return typeof value === 'string' ? value : value === undefined ? undefined : attempt(() => String(value));
}

function attempt<Result, Other = undefined>(read: () => Result, otherwise?: Other): Result | Other {
  try {
    return read();
  } catch {
    return otherwise as Other;
  }
}

function makeShell(data: ErrorData, classes: KnownClasses, environment: CodecEnvironment): Error {
  const error = makeInstance(data, classes, environment);
  if (error.name !== data.name) define(error, 'name', data.name, false);
  if (error.message !== data.message) define(error, 'message', data.message, false);
  define(error, 'stack', data.stack, false);
  for (const brand of data.brands ?? []) Object.defineProperty(error, Symbol.for(brand), { value: true });
  return error;
}

function makeInstance(data: ErrorData, classes: KnownClasses, environment: CodecEnvironment): Error {
  const { DOMException } = environment.constructors ?? {};
  if (data.class === 'DOMException' && DOMException) return new DOMException(data.message, data.name);
  const error = new Error(data.message);
  const known = classes.get(data.class);
  // Not by its constructor: that has parameters of its own, and makes its own texts.
  return known === undefined || known.prototype === Error.prototype
    ? error
    : Object.setPrototypeOf(error, known.prototype);
}

function define(target: object, key: string, value: unknown, enumerable: boolean): void {
  Object.defineProperty(target, key, { value, enumerable, writable: true, configurable: true });
}
