/** The codec of the host side: where steps run and the application calls the API. */
import { WorkflowError } from '../contract/errors.ts';
import { HookConflictError } from '../contract/hook-conflict-error.ts';
import type { Payload } from '../journal/events.ts';
import { createValueError } from '../values/messages.ts';
import { createCodec, type ReadStored } from '../values/codec.ts';
import * as thrown from '../values/encode-thrown.ts';
import { toStepInput, type StepInput } from '../values/step-input.ts';
import { hostBase64 } from './host-base64.ts';
import { hostClasses } from './host-classes.ts';
import { hostErrors } from './host-errors.ts';
import { hostHandles } from './handles.ts';
import { maskedNames } from './masked-names.ts';
import { hostSignals } from './signal-values.ts';
import { hostSteps } from './step-values.ts';
import { mapStack } from '../stacks/stack-places.ts';
import { hostStreams } from './stream-values.ts';
import { readBodyOf } from './read-bodies.ts';
import { attachRespondWith } from './webhook-response.ts';

const codec = createCodec({
  base64: hostBase64,
  buffers: {
    is: (value) => Buffer.isBuffer(value),
    from: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  },
  errorClasses: { HookConflictError },
  classes: hostClasses,
  errors: hostErrors,
  steps: hostSteps,
  streams: hostStreams,
  handles: hostHandles,
  signals: hostSignals,
  readBody: readBodyOf,
  attachReply: attachRespondWith,
  mapStack,
  secrets: maskedNames,
});

let bytesMax = 64 * 2 ** 20;

/** Sets the bytes that a value of this process may have when it is stored. At first they are 64 MB. */
export function limitValues(bytes: number): void {
  bytesMax = bytes;
}

/** Whether a stored value of this length is close to what one may have. */
export const isNearlyTooLarge = (length: number): boolean => length > bytesMax / 2;

/** `value_too_large` for an encoded value that is; otherwise `null`. @param whole See {@link encodeValue}. */
export const findTooLarge = (payload: { length: number }, whole: () => string): WorkflowError | null =>
  payload.length > bytesMax ? createValueError('value_too_large', { whole: whole(), bytesMax }) : null;

/** Codes of values that can be encoded once something was awaited. */
const NEEDS_TIME: ReadonlySet<string> = new Set(['value_body_unread', 'value_stream_foreign']);

/** @param readStored Only for the input of a step, which alone may refer to stored values. */
export const decodeValue = (payload: Payload, readStored?: ReadStored): unknown => codec.decode(payload, readStored);

/**
 * Encodes what can be encoded at once. Only where there are any, the bodies of requests, responses and files are read
 * and streams that belong to no run are stored; then the answer is a promise.
 * @param whole The name of the value in the message that it is too large.
 * @throws `value_*`.
 */
export function encodeSoon(value: unknown, what: string, whole = `The ${what}`): Payload | Promise<Payload> {
  const limit = { bytesMax, whole };
  try {
    return codec.encode(value, what, limit);
  } catch (error) {
    if (WorkflowError.is(error) && NEEDS_TIME.has(error.code)) return codec.encodeAsync(value, what, limit);
    throw error;
  }
}

/** Like {@link encodeSoon}, always as a promise. */
export const encodeValue = async (value: unknown, what: string, whole?: string): Promise<Payload> =>
  await encodeSoon(value, what, whole);

/** Encodes a value of which nothing must be awaited. @throws what the codec throws. */
export const encodeAtOnce = (value: unknown, what: string): Payload =>
  codec.encode(value, what, { bytesMax, whole: `The ${what}` });

/** Encodes any thrown value; what of it cannot be encoded is left out. */
export const encodeError = (error: unknown): Payload => thrown.encodeThrown(codec, error);

/** Encodes the reason of an abort, in the same way; it is masked only where it is an error. */
export const encodeReason = (reason: unknown): Payload => thrown.encodeReason(codec, reason);

/** @param readStored From {@link StoredLists}, where the input refers to stored values. */
export const decodeStepInput = (payload: Payload, readStored?: ReadStored): StepInput =>
  toStepInput(codec.decode(payload, readStored));
