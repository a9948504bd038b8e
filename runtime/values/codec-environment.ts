/** What differs between the two sides of a boundary. Every part may be left out. */
import type { Base64 } from './base64.ts';
import type { ClassRegistry } from './class-registry.ts';
import type { StoredReference } from './stored-reference.ts';

/** A step function as a value. */
export interface StepReference {
  /** `step//…` */
  readonly stepId: string;
  /** Values of the variables that a nested step captured, by name. */
  readonly captured?: Record<string, unknown> | undefined;
  /** The step uses `this`. */
  readonly takesThis?: true | undefined;
  /** What `bind` gave it. */
  readonly bound?: BoundParts | undefined;
}

export interface BoundParts {
  readonly self?: unknown;
  /** Go before the arguments of a call. */
  readonly args: unknown[];
}

export interface StepReferences {
  /** `null` when `fn` is no step. */
  toReference(fn: object): StepReference | null;
  /** Where values are cyclic the other parts of the reference are filled in later: read them when the function is called. */
  fromReference(reference: StepReference): object;
}

export interface StreamReferences {
  /** What names the stream, as plain data; `null` when `value` is no stream, or none that can be passed. */
  toReference(value: object): object | null;
  fromReference(reference: object): object;
  /**
   * Puts the content of a stream that belongs to no run into one of a run, and resolves to the reference of that when
   * it has ended; `null` when there is no run to hold it. Default: none can be stored.
   */
  store?(stream: ReadableStream): Promise<object | null>;
}

/** An abort signal of a workflow: crosses as the run and its number there, so that the abort can follow it. */
export interface SignalReference {
  run: string;
  signal: number;
}

export interface SignalReferences {
  /** `null` when the signal stands for none of a workflow: its copies do not follow it. */
  toReference(signal: AbortSignal): SignalReference | null;
  fromReference(reference: SignalReference): AbortSignal;
}

export interface StoredValues {
  /** Where the values of an array are stored; `null`: nowhere. */
  toReference(array: readonly unknown[]): StoredReference | null;
}

/** An error class that decodes to itself. */
export interface ErrorClass {
  readonly prototype: Error;
  /** Tells true ones from namesakes. */
  is(value: unknown): boolean;
}

export interface CodecEnvironment {
  /** Default: step functions cannot be passed. */
  steps?: StepReferences;
  /** Default: streams cannot be passed. */
  streams?: StreamReferences;
  /** Default: signals are copied as they are at that moment. */
  signals?: SignalReferences;
  /** Default: every array is encoded as its values. */
  stored?: StoredValues;
  /** Classes whose instances can be passed. Default: none. */
  classes?: ClassRegistry;
  /** Further error classes that decode to themselves, by `constructor.name`. */
  errorClasses?: Record<string, ErrorClass>;
  /** What is stored of an error's stack. Default: all of it. */
  mapStack?(stack: string): string;
  /**
   * The bytes of a body that is held in memory; `null` when there is no body, `undefined` when the bytes must be awaited
   * (that is always so on the host). It must not consume the body.
   */
  readBody?(holder: object): Uint8Array | null | undefined;
  /** Gives a decoded webhook request, whose caller waits for an answer on `stream`, what sends the answer. */
  attachReply?(request: Request, stream: string): void;
  /** Default: a portable one. The host has a faster one in `Buffer`. */
  base64?: Base64;
}
