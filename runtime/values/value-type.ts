import type { StoredReference } from './stored-reference.ts';

/** A kind of value that devalue does not handle itself. Each codec makes its own, bound to its environment. */
export interface ValueType {
  /** Its name in the payload. Part of the stored format: never rename one. */
  tag: string;
  matches(value: object): boolean;
  /** The parts to store. Must be an object, because devalue ignores falsy results. */
  encode(value: object): object;
  /** Makes the value from its parts. With {@link fill} it makes only the shell. */
  decode(data: object): unknown;
  /**
   * Present when the value may contain itself. Puts the parts into the shell: the available ones at an inner reference,
   * and all of them at the end.
   */
  fill?(shell: unknown, data: object): void;
}

/** The services of the codec for types during encoding. */
export interface EncodeSession {
  /** Whether `value` could be encoded. Errors leave out the fields for which this is false. */
  canEncode(value: unknown): boolean;
  /** A field of an error, with masks in the place of credentials. Throws when it cannot be read. */
  maskField(name: string, value: unknown): unknown;
  /** A text of an error, with masks in the place of credentials. */
  maskText(text: string): string;
  /** The headers of a request or a response, masked if that is part of an error. */
  headersOf(carrier: Request | Response): [string, string][];
  /** The address of a request or a response, masked if that is part of an error. */
  urlOf(carrier: Request | Response): string;
  /** Whether the current trial need not look into `value`: see `FieldTrials`. */
  endsAt(value: object): boolean;
  /** The bytes of a body; `null` when it has none. @throws {EncodeFailure} when they are not available */
  bodyOf(holder: object, kind: string): Uint8Array | null;
  /** The reference of a stream that belonged to no run. @throws {EncodeFailure} when it was not stored */
  streamOf(stream: object): object;
  /** Notes that the payload has a class instance, so that it must be checked for cycles. */
  noteInstance(): void;
}

/** The services of the codec for types during decoding. */
export interface DecodeSession {
  /** New copies of the values of a list. @throws {WorkflowError} when they are not available */
  valuesOf(reference: StoredReference): unknown[];
}

/**
 * Thrown during encoding, where the path to `value` is not known. The codec finds the path and makes the error for
 * users.
 */
export class EncodeFailure extends Error {
  readonly value: unknown;
  readonly toError: (path: string) => Error;

  constructor(value: unknown, toError: (path: string) => Error) {
    super('A value cannot be encoded.');
    this.value = value;
    this.toError = toError;
  }
}

/** Defines a type whose `encode` result is what `decode` takes. `encode` names the type that `matches` accepts. */
export function defineValueType<Data extends object>(type: {
  tag: string;
  matches(value: object): boolean;
  encode(value: never): Data;
  decode(data: Data): unknown;
  fill?(shell: never, data: Data): void;
}): ValueType {
  return type;
}
