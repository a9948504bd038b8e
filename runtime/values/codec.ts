/**
 * User values to text and back. Both sides of a boundary run this module, each in its own realm, so that values are
 * made of the classes of the side that reads them. The text is JSON in one of two forms:
 *
 * - `{"json": value}` for values that JSON represents exactly, which are most stored values;
 * - for all others, the output of devalue: a list of cells that refer to each other by position, with tags for types
 *   that JSON does not have.
 *
 * Stored values depend on the second form, which devalue does not specify. So package.json names its exact version, and
 * `stored-format.test.ts` fails when an update changes the output for any of our kinds of values.
 */
import { stringify, unflatten } from 'devalue';
import { WorkflowError } from '../contract/errors.ts';
import { unreadableError } from '../contract/unreadable-value.ts';
import type { Payload } from '../journal/events.ts';
import type { CodecEnvironment } from './codec-environment.ts';
import { describeReason } from './describe-value.ts';
import { isTooDeep, toEncodeError, type ValueName } from './encode-errors.ts';
import { FieldTrials, type TrialMode } from './field-trials.ts';
import { CyclicInstance, findCyclicInstance } from './instance-cycles.ts';
import { encodeJson, isJsonForm } from './json-values.ts';
import { ErrorMask } from './error-mask.ts';
import { createValueError } from './messages.ts';
import { NOTHING_PREPARED, prepareValues, type Prepared } from './prepare-values.ts';
import type { StoredReference } from './stored-reference.ts';
import { createTypeTable, type TypeTable } from './type-table.ts';
import { measureValue, type SizeLimit, SizeMeter, ValueTooLarge } from './value-size.ts';
import { EncodeFailure, type DecodeSession, type EncodeSession } from './value-type.ts';

/** Encodes and decodes values on one side of a boundary. The functions need no `this`. */
export interface Codec {
  /**
   * Value to text. Values are copied; nothing of the caller's is kept or changed.
   * @param what Name of the value in messages: `args`, `result`, `payload`. Default: `value`.
   * @param limit Default: the value may have any size.
   * @throws {WorkflowError} `value_*`, with the path to the part that cannot be stored. Fields of errors are never the
   *   reason.
   */
  encode: (value: unknown, what?: ValueName, limit?: SizeLimit) => Payload;
  /** Like `encode`, for what code has thrown: credentials are masked in it also where it is no error. */
  encodeThrown: (thrown: unknown, what?: ValueName) => Payload;
  /**
   * Like `encode`, after reading the bodies of every Request, Response, Blob and File in the value, which the host can
   * only await, and after storing the streams that belong to no run. Bodies are read through clones; streams are
   * consumed.
   */
  encodeAsync: (value: unknown, what?: string, limit?: SizeLimit) => Promise<Payload>;
  /**
   * Text to value, made of the classes of this realm.
   * @param readStored Returns the texts of the stored values that `findStoredReferences` finds in the payload.
   * @throws {WorkflowError} `value_payload_invalid`, `value_class_unknown`, `value_class_failed`,
   *   `value_reference_unsupported`
   */
  decode: (payload: Payload, readStored?: ReadStored) => unknown;
}

/** Returns the texts of the values that a reference stands for. */
export type ReadStored = (reference: StoredReference) => readonly Payload[];

/** Makes the codec of one side. */
export function createCodec(environment: CodecEnvironment = {}): Codec {
  let readStored: ReadStored | undefined;
  const decodeSession: DecodeSession = {
    valuesOf(reference) {
      if (!readStored) throw createValueError('value_reference_unsupported', { kind: 'stored list' });
      return readStored(reference).map((text) => decode(text, encoder.table.revivers));
    },
  };
  const encoder = createEncoder(environment, decodeSession);
  return {
    encode: (value, what = 'value', limit) => encoder.encode(value, { what, limit, prepared: NOTHING_PREPARED }),
    encodeThrown: (value, what = 'value') =>
      encoder.encode(value, { what, limit: undefined, prepared: NOTHING_PREPARED, isThrown: true }),
    async encodeAsync(value, what = 'value', limit) {
      try {
        return encoder.encode(value, { what, limit, prepared: await prepareValues(value, environment, limit) });
      } catch (error) {
        throw error instanceof ValueTooLarge ? createValueError('value_too_large', limit!) : error;
      }
    },
    decode(payload, read) {
      readStored = read;
      try {
        return decode(payload, encoder.table.revivers);
      } finally {
        readStored = undefined;
      }
    },
  };
}

interface EncodeOptions {
  what: ValueName;
  prepared: Prepared;
  limit: SizeLimit | undefined;
  /** Credentials are masked in the whole value. Default: in its errors only. */
  isThrown?: boolean;
}

interface Encoder {
  table: TypeTable;
  encode(value: unknown, options: EncodeOptions): Payload;
}

function createEncoder(environment: CodecEnvironment, decodeSession: DecodeSession): Encoder {
  const { stored } = environment;
  const isStored = stored && ((array: readonly unknown[]) => stored.toReference(array) !== null);
  let prepared = NOTHING_PREPARED;
  let instanceSeen = false;

  const session: EncodeSession = {
    canEncode: (field) => trials.canEncode(field),
    endsAt: (value) => trials.endsAt(value),
    bodyOf: (holder, kind) => findBody(holder, kind, prepared.bodies.get(holder) ?? environment.readBody?.(holder)),
    maskField: (name, field) => (mask ? mask.maskField(name, field) : field),
    maskText: (text) => (mask ? mask.maskText(text) : text),
    headersOf: (carrier) => (mask ? mask.headersOf(carrier) : [...carrier.headers]),
    urlOf: (carrier) => (mask ? mask.urlOf(carrier) : carrier.url),
    streamOf: (stream) => findStream(stream, prepared.streams.get(stream)),
    noteInstance() {
      instanceSeen = true;
    },
  };
  const table = createTypeTable(environment, session, decodeSession);
  const mask = environment.secrets ? new ErrorMask({ secrets: environment.secrets, isError: table.isError }) : null;
  const trials = new FieldTrials({ encode: encodeCells, isError: table.isError });

  function encodeCells(value: unknown): Payload {
    const payload = stringify(value, table.reducers);
    const classId = instanceSeen ? findCyclicInstance(payload) : null;
    if (classId !== null) throw new CyclicInstance(classId);
    return payload;
  }

  function encodeWithTrials(value: () => unknown, mode: TrialMode): Payload {
    trials.reset(mode);
    mask?.reset();
    try {
      return encodeCells(value());
    } catch (error) {
      const next = nextMode(error, mode);
      if (next === null || !trials.wereMade) throw error;
      return encodeWithTrials(value, next);
    }
  }

  return {
    table,
    encode(value, { what, prepared: ahead, limit, isThrown = false }) {
      prepared = ahead;
      instanceSeen = false;
      try {
        const meter = limit ? new SizeMeter(limit.bytesMax) : null;
        const json = encodeJson(isThrown ? session.maskField('', value) : value, isStored, meter);
        if (json === null && limit) measureValue(value, new SizeMeter(limit.bytesMax));
        const payload = json ?? encodeWithTrials(() => (isThrown ? session.maskField('', value) : value), 'shallow');
        if (limit && payload.length > limit.bytesMax) throw new ValueTooLarge();
        return payload;
      } catch (error) {
        if (error instanceof ValueTooLarge) throw createValueError('value_too_large', limit!);
        throw toEncodeError(error, value, what);
      } finally {
        prepared = NOTHING_PREPARED;
        trials.reset('shallow');
        mask?.reset();
      }
    },
  };
}

/** The next mode for the fields of errors after this failure; `null`: the fields are not the cause. */
function nextMode(error: unknown, mode: TrialMode): TrialMode | null {
  if (error instanceof CyclicInstance && mode === 'shallow') return 'deep';
  return isTooDeep(error) && mode !== 'few' ? 'few' : null;
}

function decode(payload: Payload, revivers: TypeTable['revivers']): unknown {
  const stored = parseJson(payload);
  if (isJsonForm(stored)) return stored.json;
  try {
    return unflatten(stored as number | unknown[], revivers);
  } catch (error) {
    if (WorkflowError.is(error)) throw error;
    throw createValueError('value_payload_invalid', { reason: describeReason(error) }, error);
  }
}

/** The message of the JavaScript engine quotes the text, which may hold secrets, so it is left out. */
function parseJson(payload: Payload): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    const unreadable = unreadableError(payload);
    if (unreadable) throw unreadable;
    throw createValueError('value_payload_invalid', { reason: 'it is not JSON, or was cut off' });
  }
}

/**
 * Returns the bytes of a body, or throws.
 * @param body `undefined` when it was not read, `null` when there is none.
 */
function findBody(
  holder: object,
  kind: string,
  body: Uint8Array | EncodeFailure | null | undefined,
): Uint8Array | null {
  if (body instanceof EncodeFailure) throw body;
  if (body !== undefined) return body;
  if ((holder as { body?: unknown }).body === null) return null;
  throw new EncodeFailure(holder, (path) => createValueError('value_body_unread', { path, kind }));
}

function findStream(stream: object, reference: object | undefined): object {
  if (reference instanceof EncodeFailure) throw reference;
  if (reference !== undefined) return reference;
  const kind = Object.prototype.toString.call(stream).slice(8, -1);
  throw new EncodeFailure(stream, (path) => createValueError('value_stream_foreign', { path, kind }));
}
