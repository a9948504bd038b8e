/** One kind of value that devalue does not know by itself. Each codec makes its own, bound to its environment. */
export interface ValueType {
  /** Name in the payload. Part of the format: never rename one. */
  tag: string;
  matches(value: object): boolean;
  /** The parts to store. Must be an object, because devalue takes falsy results for "not mine". */
  encode(value: object): object;
  /** Makes the value from its parts. For a {@link CyclicForm} this only makes the shell. */
  decode(data: object): unknown;
  /** Present when the value may contain itself. */
  cyclic?: CyclicForm;
}

/**
 * How a value that contains itself is rebuilt: devalue offers the parts while they are still incomplete, `decode` makes a shell
 * of them, and `complete` fills the shell when the last part is there.
 */
interface CyclicForm {
  /** The part that `encode` writes last, always. It shows that all parts are there. */
  lastPart: string;
  complete?(shell: unknown, data: object): void;
}

/** What types may ask of the codec while it encodes. */
export interface EncodeSession {
  /** Whether `value` could be encoded. Errors leave out the fields for which this is false. */
  canEncode(value: unknown): boolean;
  /** The bytes of a body; `null` when it has none. @throws {EncodeFailure} when they are not at hand */
  bodyOf(holder: object, kind: string): Uint8Array | null;
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

/** Ties the type of `matches` to what `encode` and `decode` work on. */
export function defineValueType<Value extends object, Data extends object>(type: {
  tag: string;
  matches(value: object): boolean;
  encode(value: Value): Data;
  decode(data: Data): unknown;
  cyclic?: { lastPart: keyof Data & string; complete?(shell: never, data: Data): void };
}): ValueType {
  return type as unknown as ValueType;
}
