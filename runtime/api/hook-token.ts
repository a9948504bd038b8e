import { runtimeError } from '../contract/runtime-errors.ts';
import { describeValue } from '../values/describe-value.ts';

/** The token that a caller gave: mostly a missing parameter is not one. @throws `hook_token_invalid`. */
export function readToken(token: unknown): string {
  if (typeof token !== 'string') throw runtimeError('hook_token_invalid', { found: describeValue(token) });
  return token;
}
