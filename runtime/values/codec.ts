/**
 * User values ⇄ text. Both sides of a boundary run this module, each in its own realm, so that values are made of the
 * classes of the side that reads them. The text is JSON, and one of two things:
 *
 * - `{"json": value}` for what JSON carries exactly, which is most of what is ever stored;
 * - for all else, what devalue makes: a list of cells that refer to each other by position, with a tag before what JSON
 *   does not know.
 */
import { stringify, unflatten } from 'devalue';
import { WorkflowError } from '../contract/errors.ts';
import type { Payload } from '../journal/events.ts';
import type { CodecEnvironment } from './codec-environment.ts';
import { describeReason } from './describe-value.ts';
import { isTooDeep, toEncodeError, type ValueName } from './encode-errors.ts';
import { FieldTrials, type TrialMode } from './field-trials.ts';
import { CyclicInstance, findCyclicInstance } from './instance-cycles.ts';
import { encodeJson, isJsonForm } from './json-values.ts';
import { createValueError } from './messages.ts';
import { NOTHING_PREPARED, prepareValues, type Prepared } from './prepare-values.ts';
import type { StoredReference } from './stored-reference.ts';
import { createTypeTable, type TypeTable } from './type-table.ts';
import { EncodeFailure, type DecodeSession, type EncodeSession } from './value-type.ts';

/** Encodes and decodes the values of one side of a boundary. The functions need no `this`. */
export interface Codec {
  /**
   * Value → text. Values are copied; nothing of the caller's is kept or changed.
   * @param what Name of the value in messages: `args`, `result`, `payload`. Default: `value`.
   * @throws {WorkflowError} `value_*`, with the path to what cannot be carried. Fields of errors never are the reason.
   */
  encode: (value: unknown, what?: ValueName) => Payload;
  /**
   * Like `encode`, after reading the bodies of every Request, Response, Blob and File in the value, which on the
   * host can only be awaited, and storing the streams that belong to no run. Bodies are read through clones, streams
   * are used up.
   */
  encodeAsync: (value: unknown, what?: string) => Promise<Payload>;
  /**
   * Text → value, made of the classes of this realm.
   * @param readStored Gives the texts of the stored values that `findStoredReferences` finds in the payload.
   * @throws {WorkflowError} `value_payload_invalid`, `value_class_unknown`, `value_class_failed`, `value_reference_unsupported`
   */
  decode: (payload: Payload, readStored?: ReadStored) => unknown;
}

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
    encode: (value, what = 'value') => encoder.encode(value, what, NOTHING_PREPARED),
    encodeAsync: async (value, what = 'value') => encoder.encode(value, what, await prepareValues(value, environment)),
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

interface Encoder {
  table: TypeTable;
  encode(value: unknown, what: ValueName, prepared: Prepared): Payload;
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
    streamOf: (stream) => findStream(stream, prepared.streams.get(stream)),
    noteInstance() {
      instanceSeen = true;
    },
  };
  const table = createTypeTable(environment, session, decodeSession);
  const trials = new FieldTrials({ encode: encodeCells, isError: table.isError });

  function encodeCells(value: unknown): Payload {
    const payload = stringify(value, table.reducers);
    const classId = instanceSeen ? findCyclicInstance(payload) : null;
    if (classId !== null) throw new CyclicInstance(classId);
    return payload;
  }

  function encodeWithTrials(value: unknown, mode: TrialMode): Payload {
    trials.reset(mode);
    try {
      return encodeCells(value);
    } catch (error) {
      const next = nextMode(error, mode);
      if (next === null || !trials.wereMade) throw error;
      return encodeWithTrials(value, next);
    }
  }

  return {
    table,
    encode(value, what, ahead) {
      prepared = ahead;
      instanceSeen = false;
      try {
        return encodeJson(value, isStored) ?? encodeWithTrials(value, 'shallow');
      } catch (error) {
        throw toEncodeError(error, value, what);
      } finally {
        prepared = NOTHING_PREPARED;
        trials.reset('shallow');
      }
    },
  };
}

/** How fields of errors must be looked at to get along without what went wrong; `null`: that is not their fault. */
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

/** The engine's message quotes the text, which may hold secrets: it is left out. */
function parseJson(payload: Payload): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    throw createValueError('value_payload_invalid', { reason: 'it is not JSON, or was cut off' });
  }
}

/** @param body What is known of it: `undefined` when it was not read, `null` when there is none. */
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
