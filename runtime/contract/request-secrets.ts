/** The secrets of `WORKFLOW_SECRET`. */
import { runtimeError } from './runtime-errors.ts';

/** Shorter ones can be guessed by trying: anybody may send requests, and sees whether they are taken. */
const SECRET_CHARACTERS_MIN = 32;

/**
 * The secrets of a comma-separated list: the first one signs, and each of them is accepted. Empty when the text is.
 * @throws `setting_secret_short`, which does not show them.
 */
export function parseSecrets(text: string): string[] {
  const secrets = text
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '');
  for (const [index, { length }] of secrets.entries()) {
    if (length < SECRET_CHARACTERS_MIN) {
      throw runtimeError('setting_secret_short', { place: index + 1, length, lengthMin: SECRET_CHARACTERS_MIN });
    }
  }
  return secrets;
}
