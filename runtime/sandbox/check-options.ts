/** Checks the options of functions that workflow code calls. */
import { readOptions, type OptionTable } from '../values/read-options.ts';
import { requireScope } from './run-scope.ts';

/** The first version of behaviour whose runs are checked: older ones go on as they began. */
const CHECKED_SINCE = 2;

/**
 * Checks options by their table.
 * @param call Name of the function that took them, for messages.
 * @throws `option_unknown`, `option_invalid`.
 */
export function checkOptions<Values extends object>(call: string, given: object, table: OptionTable<Values>): void {
  if (requireScope().identity.behaviour >= CHECKED_SINCE) readOptions(call, given, table);
}
