/** The codec of the host side: where steps run and the application calls the API. */
import { WorkflowError } from '../contract/errors.ts';
import { HookConflictError } from '../contract/hook-conflict-error.ts';
import type { Payload } from '../journal/events.ts';
import { createCodec } from '../values/codec.ts';
import { toStepInput, type StepInput } from '../values/step-input.ts';
import { isStreamReference, toStreamReference } from '../values/stream-reference.ts';
import { hostClasses } from './host-classes.ts';
import { stepContext } from './step-context.ts';
import { hostSteps } from './step-values.ts';
import { attachRespondWith } from './webhook-response.ts';

const codec = createCodec({
  base64: {
    encode: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
    decode: (text) => new Uint8Array(Buffer.from(text, 'base64')),
  },
  errorClasses: { HookConflictError },
  classes: hostClasses,
  steps: hostSteps,
  attachReply: attachRespondWith,
  streams: {
    toReference: toStreamReference,
    fromReference(reference) {
      const context = stepContext.getStore();
      if (!isStreamReference(reference) || !context) return new WritableStream();
      return context.streams.open(reference.stream);
    },
  },
});

export const decodeValue = (payload: Payload): unknown => codec.decode(payload);

/** Encodes what can be encoded at once, and awaits the bodies of requests, responses and files only where there are any. */
export async function encodeValue(value: unknown, what: string): Promise<Payload> {
  try {
    return codec.encode(value, what);
  } catch (error) {
    if (WorkflowError.is(error) && error.code === 'value_body_unread') return await codec.encodeAsync(value, what);
    throw error;
  }
}

/** Encodes any thrown value; what of it cannot be encoded is left out. */
export function encodeError(error: unknown): Payload {
  try {
    return codec.encode(error, 'error');
  } catch {
    return codec.encode(new Error(`A value was thrown that cannot be stored: ${String(error)}`), 'error');
  }
}

export const decodeStepInput = (payload: Payload): StepInput => toStepInput(codec.decode(payload));
