import type { Payload } from '../journal/events.ts';
import type { Codec } from './codec.ts';
import { describeValue } from './describe-value.ts';

/** Encodes any thrown value, with masks; parts that cannot be stored are left out. Never throws. */
export const encodeThrown = (codec: Codec, thrown: unknown): Payload => encodeAny(codec.encodeThrown, thrown);

/** Like {@link encodeThrown}, for the reason of an abort: it is the user's data, so only its errors are masked. */
export const encodeReason = (codec: Codec, reason: unknown): Payload => encodeAny(codec.encode, reason);

function encodeAny(encode: Codec['encodeThrown'], thrown: unknown): Payload {
  for (const toStored of [() => thrown, () => withTextsOnly(thrown)]) {
    try {
      return encode(toStored(), 'error');
    } catch {
      // It has parts that cannot be stored, or that throw when they are read.
    }
  }
  return encode(new Error(`A value was thrown that cannot be stored: ${describeValue(thrown)}.`), 'error');
}

/** @throws for a value that is no error, or whose texts throw when they are read. */
function withTextsOnly(thrown: unknown): Error {
  if (!(thrown instanceof Error)) throw new TypeError('It is no error.');
  const { message, name, stack } = thrown;
  const error = new Error(message);
  for (const [key, value] of Object.entries({ name, stack })) {
    Object.defineProperty(error, key, { value, writable: true, configurable: true });
  }
  return error;
}
