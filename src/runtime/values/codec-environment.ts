/** What differs between the two sides of a boundary. Every part may be left out. */
import type { Base64 } from './base64.ts';
import type { ClassRegistry } from './class-registry.ts';

/** A step function as a value. */
export interface StepReference {
  /** Values of the variables that a nested step captured, by name. */
  captured?: Record<string, unknown> | undefined;
  /** `step//…` */
  stepId: string;
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
  /** Classes whose instances can be passed. Default: none. */
  classes?: ClassRegistry;
  /** Further error classes that decode to themselves, by `constructor.name`. */
  errorClasses?: Record<string, ErrorClass>;
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
