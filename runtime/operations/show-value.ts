/** Values of runs as plain JSON, for people. */
import { decodeForDisplay } from '../host-values/display-values.ts';
import { hostBase64 } from '../host-values/host-base64.ts';
import type { Payload } from '../journal/events.ts';
import type { ReadStored } from '../values/codec.ts';
import { describeEncoded, describeThrown, type ErrorFacts } from '../observe/error-facts.ts';
import type { ErrorItem, JsonValue, ShownValue } from './json-values.ts';

/**
 * Decodes a payload. One that cannot be decoded here says why, and spoils nothing.
 * @param pick Takes the part that is shown out of the decoded value. Default: all of it.
 */
export function showPayload(
  payload: Payload,
  readStored?: ReadStored,
  pick: (value: unknown) => unknown = (value) => value,
): ShownValue {
  try {
    return { value: toJson(pick(decodeForDisplay(payload, {}, readStored))) };
  } catch (error) {
    return { unreadable: describeError(error) };
  }
}

/** The error in a payload, of whatever class. */
export const showError = (payload: Payload): ErrorItem => toErrorItem(describeEncoded(payload));

/** A thrown value. */
export const describeError = (thrown: unknown): ErrorItem => toErrorItem(describeThrown(thrown));

/** The part of an error that fits on a line. */
export const toErrorItem = ({ name, message, code, at }: ErrorFacts): ErrorItem => ({ name, message, code, at });

/** A value as plain JSON, see {@link ShownValue}. */
export function toJson(value: unknown, above: readonly object[] = []): JsonValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'bigint':
      return `${value}n`;
    case 'object':
      if (value === null) return null;
      return above.includes(value) ? { __type: 'Circular' } : objectToJson(value, [...above, value]);
    default:
      return null;
  }
}

function objectToJson(value: object, above: readonly object[]): JsonValue {
  const inner = (part: unknown): JsonValue => toJson(part, above);
  if (Array.isArray(value)) return value.map(inner);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof RegExp || value instanceof URL) return String(value);
  if (value instanceof Map) return { __type: 'Map', entries: [...value].map((entry) => entry.map(inner)) };
  if (value instanceof Set) return { __type: 'Set', values: [...value].map(inner) };
  if (value instanceof Error) return errorToJson(value, inner);
  if (ArrayBuffer.isView(value)) return bytesToJson(value);
  if (value instanceof ArrayBuffer) return bytesToJson(new Uint8Array(value));
  return fieldsToJson(value, inner);
}

const fieldsToJson = (value: object, inner: (part: unknown) => JsonValue): { [name: string]: JsonValue } =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .map(([name, part]) => [name, inner(part)]),
  );

function errorToJson(error: Error, inner: (part: unknown) => JsonValue): JsonValue {
  const { name, message, cause } = error;
  const own = fieldsToJson(error, inner);
  delete own['stack'];
  return { __type: 'Error', ...own, name, message, ...(cause !== undefined && { cause: inner(cause) }) };
}

function bytesToJson(value: ArrayBufferView): JsonValue {
  const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  return { __type: value.constructor.name, base64: hostBase64.encode(bytes) };
}
