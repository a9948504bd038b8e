/**
 * The classes of errors besides those of JavaScript and of this package. Each side of a boundary has its own copy of a
 * class. All sides know the compiled ones by the same ids, and those of packages by their names. An error is stored
 * with the chain of its classes, and becomes one of the nearest that the reader has.
 */
import { STANDARD_ERRORS } from '../contract/standard-errors.ts';

/** The classes of one side. */
export interface ErrorClasses {
  idOf(cls: object): string | undefined;
  /** The class, or whatever code has registered in its place; `undefined`: this side has none with this id. */
  get(classId: string): unknown;
  /** Whether errors are stored with their chains. Default: always. */
  keepsChains?(): boolean;
  /** Whether they are stored with the fields that {@link isOfPackage} is about. Default: always. */
  keepsInherited?(): boolean;
}

/** An id, such as `class//./errors//Denied`, or for a class without one its name, such as `AxiosError`. */
type ClassName = string;

/** How errors were decoded; this side may not know all of their classes, and passed on they must not lose any. */
const decodedAs = new WeakMap<object, Decoded>();

interface Decoded {
  chain: readonly ClassName[];
  /** The index from which on this side knows the classes of the chain; its length: it knows none. */
  knownFrom: number;
  /** The error is still what it was decoded as. */
  prototype: object;
}

/** The classes of an error, the most special one first, up to one that every side knows. */
export function chainOf(error: object, classes: ErrorClasses): readonly ClassName[] {
  const prototype = Object.getPrototypeOf(error) as object;
  const decoded = decodedAs.get(error);
  return decoded?.prototype === prototype ? decoded.chain : chainFrom(prototype, classes);
}

/** Classes that every side has, by name. */
const KNOWN = new Set([...STANDARD_ERRORS, 'WorkflowError', 'FatalError', 'RetryableError', 'HookConflictError']);

/** Whether a class of a chain is of a package: each side has such a class only if its own code imports it. */
export const isOfPackage = (name: ClassName): boolean => !name.includes('/');

function chainFrom(prototype: object, classes: ErrorClasses | null): ClassName[] {
  const chain: ClassName[] = [];
  for (let at: object | null = prototype; at !== null; at = Object.getPrototypeOf(at) as object | null) {
    const cls: unknown = Object.getOwnPropertyDescriptor(at, 'constructor')?.value;
    if (typeof cls !== 'function') continue;
    const id = classes?.idOf(cls);
    if (id === undefined && KNOWN.has(cls.name)) break;
    chain.push(id ?? cls.name);
  }
  return chain;
}

/** A class of errors. */
export type ErrorConstructor = new (...args: never[]) => Error;

/** The nearest class of a chain that this side has. */
export const nearestOwnClass = (
  chain: readonly ClassName[],
  classes: ErrorClasses | undefined,
): ErrorConstructor | undefined => chain.map((name) => classes?.get(name)).find(isErrorClass);

/** Notes with what chain an error was stored. @param classes Those of which it was made one. */
export function noteChain(error: Error, chain: readonly ClassName[], classes: ErrorClasses | undefined): void {
  const found = chain.findIndex((name) => isErrorClass(classes?.get(name)));
  note(error, chain, found < 0 ? chain.length : found);
}

function note(error: Error, chain: readonly ClassName[], knownFrom: number): void {
  decodedAs.set(error, { chain, knownFrom, prototype: Object.getPrototypeOf(error) as object });
}

const isErrorClass = (cls: unknown): cls is ErrorConstructor =>
  typeof cls === 'function' && cls.prototype instanceof Error;

/**
 * `value instanceof cls` for a class of a package, which nobody can register: the first time that code asks, the error
 * becomes one of that class if the names of its classes say so.
 */
export function isInstanceOf(value: unknown, cls: new (...args: never[]) => unknown): boolean {
  return value instanceof cls || (value instanceof Error && adopt(value, cls));
}

function adopt(error: Error, cls: unknown): boolean {
  const decoded = decodedAs.get(error);
  if (decoded === undefined || !isErrorClass(cls)) return false;
  const wanted = chainFrom(cls.prototype as object, null);
  const start = decoded.chain.length - wanted.length;
  // A class that this side knows for sure is no other one of the same name.
  if (wanted.length === 0 || start < 0 || start >= decoded.knownFrom || wanted.includes('')) return false;
  if (wanted.join() !== decoded.chain.slice(start).map(nameIn).join()) return false;
  Object.setPrototypeOf(error, cls.prototype as object);
  note(error, decoded.chain, start);
  return true;
}

/** `Denied` for `class//./errors//Denied`. */
const nameIn = (name: ClassName): string => /[^/.#]*$/.exec(name)![0];
