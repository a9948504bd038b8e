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
import { isBodyHolder, readHostBody } from './body-values.ts';
import type { CodecEnvironment } from './codec-environment.ts';
import { describeReason } from './describe-value.ts';
import { toEncodeError } from './encode-errors.ts';
import { findCyclicInstance } from './instance-cycles.ts';
import { encodeJson, isJsonForm } from './json-values.ts';
import { createValueError } from './messages.ts';
import { createTypeTable, type TypeTable } from './type-table.ts';
import { EncodeFailure, type EncodeSession } from './value-type.ts';
import { findValue } from './walk-values.ts';

/** Encodes and decodes the values of one side of a boundary. The functions need no `this`. */
export interface Codec {
  /**
   * Value → text. Values are copied; nothing of the caller's is kept or changed.
   * @param what Name of the value in messages: `args`, `result`, `payload`. Default: `value`.
   * @throws {WorkflowError} `value_*`, with the path to what cannot be carried. Fields of errors never are the reason.
   */
  encode: (value: unknown, what?: string) => Payload;
  /**
   * Like `encode`, after reading the bodies of every Request, Response, Blob and File in the value, which on the
   * host can only be awaited. They are read through clones.
   */
  encodeAsync: (value: unknown, what?: string) => Promise<Payload>;
  /**
   * Text → value, made of the classes of this realm.
   * @throws {WorkflowError} `value_payload_invalid`, `value_class_unknown`, `value_class_failed`, `value_reference_unsupported`
   */
  decode: (payload: Payload) => unknown;
}

/** Bodies that were read before encoding. One that could not be read is kept as the failure: in an error field it must not matter. */
type Bodies = ReadonlyMap<object, Uint8Array | null | EncodeFailure>;

const NO_BODIES: Bodies = new Map();

/** Makes the codec of one side. */
export function createCodec(environment: CodecEnvironment = {}): Codec {
  const encoder = createEncoder(environment);
  return {
    encode: (value, what = 'value') => encoder.encode(value, what, NO_BODIES),
    encodeAsync: async (value, what = 'value') => encoder.encode(value, what, await readBodies(value)),
    decode: (payload) => decode(payload, encoder.table.revivers),
  };
}

interface Encoder {
  table: TypeTable;
  encode(value: unknown, what: string, bodies: Bodies): Payload;
}

function createEncoder(environment: CodecEnvironment): Encoder {
  let bodies = NO_BODIES;
  let trials = new Map<object, boolean>();
  let instanceSeen = false;

  const session: EncodeSession = {
    canEncode(value) {
      if (!isObject(value)) return typeof value !== 'symbol';
      if (table.isError(value)) return true;
      const known = trials.get(value);
      if (known !== undefined) return known;
      // Counts as fine while it is tried, because it may hold the error that asks.
      trials.set(value, true);
      const fine = succeeds(() => encodeCells(value, ''));
      trials.set(value, fine);
      return fine;
    },
    bodyOf: (holder, kind) => findBody(holder, kind, bodies.get(holder) ?? environment.readBody?.(holder)),
    noteInstance() {
      instanceSeen = true;
    },
  };
  const table = createTypeTable(environment, session);

  function encodeCells(value: unknown, what: string): Payload {
    const payload = stringify(value, table.reducers);
    const classId = instanceSeen ? findCyclicInstance(payload) : null;
    if (classId !== null) throw createValueError('value_class_cyclic', { what, classId });
    return payload;
  }

  return {
    table,
    encode(value, what, known) {
      bodies = known;
      instanceSeen = false;
      try {
        return encodeJson(value) ?? encodeCells(value, what);
      } catch (error) {
        throw toEncodeError(error, value, what);
      } finally {
        bodies = NO_BODIES;
        if (trials.size > 0) trials = new Map();
      }
    },
  };
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

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

function succeeds(action: () => unknown): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
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

async function readBodies(root: unknown): Promise<Bodies> {
  const holders: (Blob | Request | Response)[] = [];
  findValue(root, (value) => {
    if (isObject(value) && isBodyHolder(value)) holders.push(value);
    return false;
  });
  const bodies = new Map<object, Uint8Array | null | EncodeFailure>();
  for (const holder of holders) {
    try {
      bodies.set(holder, await readHostBody(holder));
    } catch (error) {
      if (!(error instanceof EncodeFailure)) throw error;
      bodies.set(holder, error);
    }
  }
  return bodies;
}
