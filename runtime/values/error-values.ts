/**
 * Errors keep their texts and their class, and can always be stored, if need be without some of their fields.
 * Credentials in their texts and fields are masked.
 */
import { WorkflowError } from '../contract/errors.ts';
import { tryRead } from '../contract/try-read.ts';
import type { CodecEnvironment, ErrorClass } from './codec-environment.ts';
import { describeValue } from './describe-value.ts';
import { chainOf, type ErrorConstructor, isOfPackage, nearestOwnClass, noteChain } from './error-classes.ts';
import { FatalError, RetryableError } from './step-errors.ts';
import { defineValueType, type EncodeSession, type ValueType } from './value-type.ts';
import { web } from './web-values.ts';

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

/** The own properties without enumeration that were stored before {@link ErrorData.classes} was. */
const HIDDEN_PARTS = new Set(['cause', 'errors', 'error', 'suppressed']);
/** Keys that are stored separately, or never. */
const NOT_FIELDS = new Set(['name', 'message', 'stack', '__proto__']);
interface ErrorData {
  /** The nearest class that every side knows. */
  class: string;
  /** Its more special classes, see {@link chainOf}; absent: it has none. */
  classes?: readonly string[];
  name: string;
  message: string;
  stack: string | undefined;
  /** Keys (of `Symbol.for`) of the own symbol properties that are `true`, which `is()` methods check. */
  brands: string[] | undefined;
  /** Own properties that are not enumerable, such as `cause`. */
  hidden: Record<string, unknown> | undefined;
  fields: Record<string, unknown> | undefined;
}

/** The type of all errors, including those of other realms. */
export function createErrorType(environment: CodecEnvironment, session: EncodeSession): ValueType {
  const classes = collectClasses(environment);
  const side: ErrorSide = { ...environment, session };
  return defineValueType<ErrorData>({
    tag: 'Error',
    matches: isError,
    encode: (error: Error) => encodeError(error, nearestClass(error, classes), side),
    decode(data) {
      const { classes: chain = [] } = data;
      const error = makeShell(data, classes, nearestOwnClass(chain, environment.errors));
      if (chain.length > 0) noteChain(error, chain, environment.errors);
      setTexts(error, data);
      return error;
    },
    fill(error: Error, { hidden = {}, fields = {} }) {
      for (const [key, value] of Object.entries(hidden)) define(error, key, value, false);
      for (const [key, value] of Object.entries(fields)) define(error, key, value, true);
    },
  });
}

type KnownClasses = ReadonlyMap<string, { prototype: Error; is?(value: unknown): boolean }>;

function collectClasses(environment: CodecEnvironment): KnownClasses {
  const ours: Record<string, ErrorClass> = { WorkflowError, FatalError, RetryableError, ...environment.errorClasses };
  return new Map<string, { prototype: Error }>([...Object.entries(BUILT_IN), ...Object.entries(ours)]);
}

/** Whether a value is an error or a `DOMException`, of any realm. */
export function isError(value: object): boolean {
  if (value instanceof Error) return true;
  const tag = Object.prototype.toString.call(value);
  return tag === '[object Error]' || tag === '[object DOMException]';
}

/**
 * The name of the first class in the prototype chain that every side knows. By name, because errors may come from
 * another realm.
 */
function nearestClass(error: Error, classes: KnownClasses): string {
  if (Object.prototype.toString.call(error) === '[object DOMException]') return 'DOMException';
  for (let at = Object.getPrototypeOf(error); at !== null; at = Object.getPrototypeOf(at)) {
    const name = tryRead(() => (at as Error).constructor.name);
    const known = typeof name === 'string' ? classes.get(name) : undefined;
    if (known !== undefined && (known.is === undefined || known.is(error))) return name!;
  }
  return 'Error';
}

/** The side that encodes. */
type ErrorSide = Pick<CodecEnvironment, 'mapStack' | 'errors'> & { session: EncodeSession };

function encodeError(error: Error, className: string, side: ErrorSide): ErrorData {
  const { session, mapStack, errors } = side;
  const stack = readText(error, 'stack');
  const chain = errors && keepsChains(side) ? chainOf(error, errors) : [];
  return {
    class: className,
    ...(chain.length > 0 && { classes: chain }),
    name: readText(error, 'name') ?? className,
    message: session.maskText(readText(error, 'message') ?? ''),
    stack: stack === undefined ? stack : session.maskText(mapStack ? mapStack(stack) : stack),
    brands: readBrands(error),
    ...readFields(error, side, chain),
  };
}

const keepsChains = ({ errors }: ErrorSide): boolean => errors?.keepsChains?.() ?? true;
const keepsInherited = ({ errors }: ErrorSide): boolean => errors?.keepsInherited?.() ?? true;

function readFields(error: Error, side: ErrorSide, chain: readonly string[]): Pick<ErrorData, 'hidden' | 'fields'> {
  const { session } = side;
  const isOwn = chain.length > 0;
  const isShown = (key: string): boolean => Object.prototype.propertyIsEnumerable.call(error, key);
  // Classes often set the name as a field, and older code the message. Other errors are stored as they always were.
  const isText = (key: string): boolean => key === 'name' || (key === 'message' && keepsInherited(side));
  const isField = (key: string): boolean => !NOT_FIELDS.has(key) || (isOwn && isText(key) && isShown(key));
  const keys = Object.getOwnPropertyNames(error).filter(isField);
  const hidden = keys.filter((key) => !isShown(key) && (keepsChains(side) || HIDDEN_PARTS.has(key)));
  const inherits = isOwn && isOfPackage(chain[0]!) && keepsInherited(side);
  const shown = [...keys.filter(isShown), ...(inherits ? inheritedKeys(error) : [])];
  return { hidden: readHidden(error, hidden, session), fields: readParts(error, shown, session) };
}

/** Its class stays behind, so an error takes along what it has from there, such as `status` of `http-errors`. */
function inheritedKeys(error: Error): string[] {
  const keys: string[] = [];
  for (const key in error) if (!Object.hasOwn(error, key) && !NOT_FIELDS.has(key)) keys.push(key);
  return keys;
}

function readParts(
  error: object,
  keys: readonly string[],
  session: EncodeSession,
): Record<string, unknown> | undefined {
  const parts: Record<string, unknown> = {};
  for (const key of keys) {
    const value = readField(error, key, session);
    if (value !== DROPPED) parts[key] = value;
  }
  return Object.keys(parts).length > 0 ? parts : undefined;
}

/**
 * Libraries keep in hidden fields what their own `instanceof` asks for, beside things that cannot be stored (`_zod` of
 * Zod): of these fields the members are stored that can be.
 */
function readHidden(
  error: Error,
  keys: readonly string[],
  session: EncodeSession,
): Record<string, unknown> | undefined {
  const parts = readParts(error, keys, session) ?? {};
  for (const key of keys.filter((one) => !Object.hasOwn(parts, one))) {
    const value = tryRead(() => (error as unknown as Record<string, unknown>)[key]);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
    const members = tryRead(() => readParts(value, Object.keys(value), session));
    if (members && !Object.hasOwn(members, '__proto__')) parts[key] = members;
  }
  return Object.keys(parts).length > 0 ? parts : undefined;
}

const DROPPED = Symbol('dropped');

function readField(error: object, key: string, session: EncodeSession): unknown {
  const value = tryRead(() => session.maskField(key, (error as Record<string, unknown>)[key]), DROPPED);
  if (value === DROPPED || session.canEncode(value)) return value;
  // One bad member must not remove all errors of an AggregateError.
  if (key !== 'errors' || !Array.isArray(value)) return DROPPED;
  return value.map((member: unknown) => (session.canEncode(member) ? member : `(${describeValue(member)})`));
}

function readBrands(error: object): string[] | undefined {
  const brands: string[] = [];
  for (const symbol of Object.getOwnPropertySymbols(error)) {
    const key = Symbol.keyFor(symbol);
    if (key !== undefined && (error as Record<symbol, unknown>)[symbol] === true) brands.push(key);
  }
  return brands.length > 0 ? brands : undefined;
}

/** Names and messages should be text, but anything can be assigned to them. */
function readText(error: object, key: string): string | undefined {
  const value = tryRead(() => (error as Record<string, unknown>)[key]);
  if (value === undefined || typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : describeValue(value);
}

function setTexts(error: Error, data: ErrorData): void {
  const isField = data.fields !== undefined && Object.hasOwn(data.fields, 'name');
  if (error.name !== data.name && !isField) define(error, 'name', data.name, false);
  if (error.message !== data.message) define(error, 'message', data.message, false);
  define(error, 'stack', data.stack, false);
  for (const brand of data.brands ?? []) Object.defineProperty(error, Symbol.for(brand), { value: true });
}

/** Constructors of users do not run: they have parameters and effects of their own. */
function makeShell(data: ErrorData, classes: KnownClasses, own: ErrorConstructor | undefined): Error {
  const { DOMException } = web;
  if (data.class === 'DOMException' && DOMException !== undefined) {
    const error = new DOMException(data.message, data.name);
    return own ? (Object.setPrototypeOf(error, own.prototype as object) as Error) : error;
  }
  if (own) return Reflect.construct<[string], Error>(Error, [data.message], own);
  const error = new Error(data.message);
  const known = classes.get(data.class);
  return known === undefined || known.prototype === Error.prototype
    ? error
    : (Object.setPrototypeOf(error, known.prototype) as Error);
}

function define(target: object, key: string, value: unknown, enumerable: boolean): void {
  Object.defineProperty(target, key, { value, enumerable, writable: true, configurable: true });
}
