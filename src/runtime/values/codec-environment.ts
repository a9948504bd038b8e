/** What differs between the two sides of a boundary, and between realms. Every part has a default or may be left out. */
import type { Base64 } from './base64.ts';
import type { ClassRegistry } from './class-registry.ts';

/** Constructors of the Web types. One that is absent is a type that this side cannot hold. */
export interface WebConstructors {
  URL?: typeof URL;
  URLSearchParams?: typeof URLSearchParams;
  Headers?: typeof Headers;
  Request?: typeof Request;
  Response?: typeof Response;
  Blob?: typeof Blob;
  File?: typeof File;
  FormData?: typeof FormData;
  DOMException?: typeof DOMException;
  AbortController?: typeof AbortController;
  AbortSignal?: typeof AbortSignal;
}

/** A step function as a value. `captured`, `this` and `args` are there for nested and bound functions. */
export interface StepReference {
  /** Values of the variables that a nested step captured, by name. */
  captured?: Record<string, unknown> | undefined;
  this?: unknown;
  /** Arguments bound in front. */
  args?: unknown[] | undefined;
  /** `step//…` */
  stepId: string;
}

export interface StepReferences {
  /** `null` when `fn` is no step. Default: reads `fn.stepId`. */
  toReference(fn: object): StepReference | null;
  /** Where values are cyclic the other parts of the reference are filled in later: read them when the function is called. */
  fromReference(reference: StepReference): object;
}

export interface WorkflowReferences {
  /** `null` when `fn` is no workflow. Default: reads `fn.workflowId`. */
  toReference(fn: object): { workflowId: string } | null;
  fromReference(reference: { workflowId: string }): object;
}

export interface StreamReferences {
  /** What names the stream, as plain data; `null` when `value` is no stream, or none that can be passed. */
  toReference(value: object): object | null;
  fromReference(reference: object): object;
}

export interface CodecEnvironment {
  /** Default: those of `globalThis`, looked up once. */
  constructors?: WebConstructors;
  steps?: StepReferences;
  workflows?: WorkflowReferences;
  streams?: StreamReferences;
  classes?: ClassRegistry;
  /** Further error classes that decode to themselves, by `constructor.name`. `is` tells true ones from namesakes. */
  errorClasses?: Record<string, ErrorClass>;
  /**
   * The bytes of a body that is held in memory; `null` when there is no body, `undefined` when the bytes must be awaited
   * (that is always so on the host). It must not consume the body.
   */
  readBody?(holder: object): Uint8Array | null | undefined;
  /** Default: a portable one. The host has a faster one in `Buffer`. */
  base64?: Base64;
}

export interface ErrorClass {
  readonly prototype: Error;
  is(value: unknown): boolean;
}
