/** Errors as OpenAI's protocols have them. */
import type { ProviderError } from './protocol.ts';

const TYPES: Record<number, string> = {
  401: 'authentication_error',
  403: 'permission_error',
  429: 'rate_limit_error',
};
const CODES: Record<number, string> = { 401: 'invalid_api_key', 404: 'model_not_found', 429: 'rate_limit_exceeded' };

/** The body of a failed request, and of an error in the midst of a chat completion. */
export function openaiErrorBody({ status, message, type, code }: ProviderError): { error: Record<string, unknown> } {
  const usualType = TYPES[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error');
  return { error: { message, type: type ?? usualType, param: null, code: code ?? CODES[status] ?? null } };
}
