/** The log's words for the error that ended a run. */
import type { Payload } from '../journal/events.ts';
import { decodeValue } from '../host-values/host-codec.ts';

/** Classes of errors and their codes. Anything else may be data of the user's, which has no place in a log. */
const PLAIN_WORD = /^[\w$.:-]{1,100}$/;

/**
 * Name and code of a stored error, as far as it has them. Its message is left out, because it may hold data of the
 * user.
 */
export function describeFailure(payload: Payload): { errorName?: string; errorCode?: string } {
  const error = decode(payload);
  const [errorName, errorCode] = [readWord(error, 'name'), readWord(error, 'code')];
  return { ...(errorName !== null && { errorName }), ...(errorCode !== null && { errorCode }) };
}

/** `null` also for what cannot be decoded here, for instance because its class is gone. */
function decode(payload: Payload): unknown {
  try {
    return decodeValue(payload);
  } catch {
    return null;
  }
}

function readWord(error: unknown, field: 'name' | 'code'): string | null {
  const value = error instanceof Error ? (error as { name?: unknown; code?: unknown })[field] : null;
  return typeof value === 'string' && PLAIN_WORD.test(value) ? value : null;
}
