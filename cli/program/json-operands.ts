/** Operands and options that are JSON. */
import type { JsonValue } from '../../runtime/entries/operations.ts';
import { cliError } from '../program/messages.ts';

/** @throws `cli_argument_invalid`. */
export function readJson(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    throw cliError('cli_argument_invalid', { found: text, reason: (error as Error).message }, error);
  }
}
