import type { StoredReference } from './stored-reference.ts';

/** One kind of value that devalue does not know by itself. Each codec makes its own, bound to its environment. */
export interface ValueType {
  /** Name in the payload. Part of the format: never rename one. */
  tag: string;
  matches(value: object): boolean;
  /** The parts to store. Must be an object, because devalue takes falsy results for "not mine". */
  encode(value: object): object;
  /** Makes the value from its parts. With {@link fill} this only makes the shell. */
  decode(data: object): unknown;
  /**
   * Present when the value may contain itself. Puts parts into the shell: those that are there when an inner reference
   * is met, and once more when all are there.
   */
  fill?(shell: unknown, data: object): void;
}

/** What types may ask of the codec while it encodes. */
export interface EncodeSession {
  /** Whether `value` could be encoded. Errors leave out the fields for which this is false. */
  canEncode(value: unknown): boolean;
  /** Whether the trial under way need not look into `value`: see `FieldTrials`. */
  endsAt(value: object): boolean;
  /** The bytes of a body; `null` when it has none. @throws {EncodeFailure} when they are not at hand */
  bodyOf(holder: object, kind: string): Uint8Array | null;
  /** The reference of a stream that belonged to no run. @throws {EncodeFailure} when it was not stored */
  streamOf(stream: object): object;
  /** Says that the payload has a class instance, so that cycles must be looked for. */
  noteInstance(): void;
}

/** What types may ask of the codec while it decodes. */
export interface DecodeSession {
  /** The values of a list, made anew. @throws {WorkflowError} when they are not at hand */
  valuesOf(reference: StoredReference): unknown[];
}

/** Thrown while encoding, where the place of `value` is not known. The codec finds it and makes the error that users see. */
export class EncodeFailure extends Error {
  readonly value: unknown;
  readonly toError: (path: string) => Error;

  constructor(value: unknown, toError: (path: string) => Error) {
    super('A value cannot be encoded.');
    this.value = value;
    this.toError = toError;
  }
}

/** Ties what `encode` makes to what `decode` takes; `encode` names the type that `matches` lets through. */
export function defineValueType<Data extends object>(type: {
  tag: string;
  matches(value: object): boolean;
  encode(value: never): Data;
  decode(data: Data): unknown;
  fill?(shell: never, data: Data): void;
}): ValueType {
  return type;
}
