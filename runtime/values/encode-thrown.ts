import type { Payload } from '../journal/events.ts';
import type { Codec } from './codec.ts';
import { describeValue } from './describe-value.ts';

/** Encodes any thrown value; parts that cannot be stored are left out. */
export function encodeThrown(codec: Codec, thrown: unknown): Payload {
  try {
    return codec.encode(thrown, 'error');
  } catch {
    return codec.encode(toPlainError(thrown), 'error');
  }
}

/** A plain error for a thrown value that cannot be stored as it is. */
function toPlainError(thrown: unknown): Error {
  if (!(thrown instanceof Error)) {
    return new Error(`A value was thrown that cannot be stored: ${describeValue(thrown)}.`);
  }
  const { message, name, stack } = thrown;
  const error = new Error(message);
  for (const [key, value] of Object.entries({ name, stack })) {
    Object.defineProperty(error, key, { value, writable: true, configurable: true });
  }
  return error;
}
