/**
 * User values ⇄ text. Both sides of a boundary run this module, each with the constructors of its own realm.
 * The text is devalue's: a list of cells that refer to each other by position, with a tag before what JSON does not know.
 */
import { parse, stringify } from 'devalue';
import { WorkflowError } from '../contract/errors.ts';
import type { Payload } from '../journal/events.ts';
import { isBodyHolder, readHostBody } from './body-values.ts';
import type { CodecEnvironment, WebConstructors } from './codec-environment.ts';
import { toEncodeError } from './encode-errors.ts';
import { findCyclicInstance } from './instance-cycles.ts';
import { createValueError } from './messages.ts';
import { createTypeTable } from './type-table.ts';
import { EncodeFailure, type EncodeSession } from './value-type.ts';
import { findValue } from './walk-values.ts';

/** Encodes and decodes the values of one side of a boundary. */
export interface Codec {
  /**
   * Value → text. Values are copied; nothing of the caller's is kept or changed.
   * @param what Name of the value in messages: `args`, `result`, `payload`. Default: `value`.
   * @throws {WorkflowError} `value_*`, with the path to what cannot be carried. Fields of errors never are the reason.
   */
  encode(value: unknown, what?: string): Payload;
  /**
   * Like `encode`, after reading the bodies of every Request, Response, Blob and File in the value, which on the
   * host can only be awaited. They are read through clones.
   */
  encodeAsync(value: unknown, what?: string): Promise<Payload>;
  /** Text → value, made of the classes of this realm. @throws {WorkflowError} `value_payload_invalid`, `value_class_unknown` */
  decode(payload: Payload): unknown;
}

type Bodies = ReadonlyMap<object, Uint8Array | null | EncodeFailure>;

const NO_BODIES: Bodies = new Map();

/** Makes the codec of one side. */
export function createCodec(environment: CodecEnvironment = {}): Codec {
  const resolved = { ...environment, constructors: environment.constructors ?? readGlobalConstructors() };
  let bodies = NO_BODIES;
  let trials = new Map<object, boolean>();
  let instanceSeen = false;

  const session: EncodeSession = {
    canEncode(value) {
      if (!isObject(value)) return typeof value !== 'symbol' || Symbol.keyFor(value) !== undefined;
      if (table.isError(value)) return true;
      const known = trials.get(value);
      if (known !== undefined) return known;
      // Counts as fine while it is tried, because it may hold the error that asks.
      trials.set(value, true);
      const fine = succeeds(() => stringify(value, table.reducers));
      trials.set(value, fine);
      return fine;
    },
    bodyOf: (holder, kind) => findBody(holder, kind, bodies, resolved),
  };
  const table = createTypeTable(resolved, session, () => {
    instanceSeen = true;
  });

  function encodeWith(known: Bodies, value: unknown, what: string): Payload {
    bodies = known;
    instanceSeen = false;
    try {
      const payload = stringify(value, table.reducers);
      const classId = instanceSeen ? findCyclicInstance(payload) : null;
      if (classId !== null) throw createValueError('value_class_cyclic', { what, classId });
      return payload;
    } catch (error) {
      throw toEncodeError(error, value, what);
    } finally {
      bodies = NO_BODIES;
      if (trials.size > 0) trials = new Map();
    }
  }

  return {
    encode: (value, what = 'value') => encodeWith(NO_BODIES, value, what),
    encodeAsync: async (value, what = 'value') => encodeWith(await readBodies(value, resolved), value, what),
    decode(payload) {
      try {
        return parse(payload, table.revivers);
      } catch (error) {
        if (WorkflowError.is(error)) throw error;
        const reason = error instanceof Error ? error.message : String(error);
        throw createValueError('value_payload_invalid', { reason }, error);
      }
    },
  };
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

function findBody(holder: object, kind: string, bodies: Bodies, environment: CodecEnvironment): Uint8Array | null {
  const body = bodies.get(holder) ?? environment.readBody?.(holder);
  if (body instanceof EncodeFailure) throw body;
  if (body !== undefined && body !== null) return body;
  if (body === null || bodies.has(holder) || (holder as { body?: unknown }).body === null) return null;
  throw new EncodeFailure(holder, (path) => createValueError('value_body_unread', { path, kind }));
}

/** A body that cannot be read is kept as the failure: inside an error field it must not matter. */
async function readBodies(root: unknown, environment: CodecEnvironment): Promise<Bodies> {
  const holders: (Blob | Request | Response)[] = [];
  findValue(root, (value) => {
    if (isObject(value) && isBodyHolder(value, environment)) holders.push(value as Blob);
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

function readGlobalConstructors(): WebConstructors {
  return globalThis as WebConstructors;
}
