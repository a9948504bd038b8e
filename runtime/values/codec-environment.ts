/** The parts of a codec that differ between the two sides of a boundary. Each is optional. */
import type { Base64 } from './base64.ts';
import type { ClassRegistry } from './class-registry.ts';
import type { ErrorClasses } from './error-classes.ts';
import type { HandleMaker } from './handle-values.ts';
import type { SecretNames } from './secret-names.ts';
import type { StoredReference } from './stored-reference.ts';

/** The stored form of a step function. */
export interface StepReference {
  /** `step//…` */
  readonly stepId: string;
  /** Values of the variables that a nested step captured, by name. */
  readonly captured?: Record<string, unknown> | undefined;
  /** The step uses `this`. */
  readonly takesThis?: true | undefined;
  /** The parts that `bind` added. */
  readonly bound?: BoundParts | undefined;
}

/** The `this` and the arguments of a bound function. */
export interface BoundParts {
  readonly self?: unknown;
  /** They precede the arguments of a call. */
  readonly args: unknown[];
}

/** Translates step functions to references and back. */
export interface StepReferences {
  /** `null` when `fn` is not a step. */
  toReference(fn: object): StepReference | null;
  /**
   * Makes a function. In cyclic values, parts of the reference other than the id are filled in later: read them when
   * the function is called.
   */
  fromReference(reference: StepReference): object;
}

/** Translates streams to references and back. */
export interface StreamReferences {
  /** The reference of the stream, as plain data; `null` when `value` is not a stream, or none that can be passed. */
  toReference(value: object): object | null;
  fromReference(reference: object): object;
  /**
   * Reads a stream that belongs to no run to its end, and resolves to the reference of what holds the content. Default:
   * none can be stored.
   * @param limit The most that a value may have, where the content becomes part of the value.
   */
  store?(stream: ReadableStream, limit: number): Promise<object>;
}

/**
 * The stored form of an abort signal that a later abort can follow: of a workflow's signal its run and its number
 * there, of one from outside of runs its name.
 */
export type SignalReference = { run: string; signal: number } | { outside: string };

/** Translates abort signals to references and back. */
export interface SignalReferences {
  /** `null`: copies of the signal do not follow it. */
  toReference(signal: AbortSignal): SignalReference | null;
  fromReference(reference: SignalReference): AbortSignal;
}

/** Finds arrays whose values a run has stored already. */
export interface StoredValues {
  /** The reference of the stored values; `null`: they are not stored. */
  toReference(array: readonly unknown[]): StoredReference | null;
}

/** An error class whose instances keep their class. */
export interface ErrorClass {
  readonly prototype: Error;
  /** Distinguishes instances from those of other classes with the same name. */
  is(value: unknown): boolean;
}

/** Tells the `Buffer` of Node, or what stands for it, from other bytes. */
export interface Buffers {
  is(value: object): boolean;
  /** Makes one of these bytes, which it may keep. */
  from(bytes: Uint8Array<ArrayBuffer>): Uint8Array;
}

/** The environment of a codec. */
export interface CodecEnvironment {
  /** Default: step functions cannot be passed. */
  steps?: StepReferences;
  /** Default: streams cannot be passed. */
  streams?: StreamReferences;
  /** Default: runs, hooks and workflow functions cannot be passed. */
  handles?: HandleMaker;
  /** Default: signals are copied as they are at that moment. */
  signals?: SignalReferences;
  /** Default: every array is encoded as its values. */
  stored?: StoredValues;
  /** The classes whose instances can be passed. Default: none. */
  classes?: ClassRegistry;
  /** The classes of errors of users' code. Default: errors keep the classes of this package and of JavaScript only. */
  errors?: ErrorClasses;
  /** Further error classes whose instances keep their class, by `constructor.name`. */
  errorClasses?: Record<string, ErrorClass>;
  /** The names whose values are masked in errors, asked for at each use. Default: nothing is masked. */
  secrets?(): SecretNames;
  /** The stack to store for an error. Default: the whole stack. */
  mapStack?(stack: string): string;
  /**
   * The bytes of a body in memory; `null` when there is no body, `undefined` when the bytes must be awaited (on the
   * host, always). It must not consume the body.
   */
  readBody?(holder: object): Uint8Array | null | undefined;
  /** Adds the function that answers to a decoded webhook request whose caller waits for an answer on `stream`. */
  attachReply?(request: Request, stream: string): void;
  /** Default: a `Buffer` cannot be encoded, and one that is stored comes back as `Uint8Array`. */
  buffers?: Buffers;
  /**
   * Whether a value is stored exactly or refused: runs of behaviour 3 and older lose the limit of a buffer that can be
   * resized, and the class of an object whose class extends a built-in one. Default: yes.
   */
  isExact?(): boolean;
  /** Makes something else of decoded values of some kinds, by their tags. Default: they become what they were. */
  revivers?: Record<string, (data: object) => unknown>;
  /** Default: a portable implementation. The host has a faster one in `Buffer`. */
  base64?: Base64;
}
