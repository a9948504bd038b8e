/** Values of runs on one line. */
import type { ErrorItem, ShownValue } from '../../runtime/entries/operations.ts';
import { paint } from '../program/colours.ts';
import { toLine } from '../program/text-width.ts';

/** An error with its name, and its code unless the message ends with it. */
export function formatError({ name, message, code }: ErrorItem): string {
  const told = code === null || message.includes(String(code)) ? '' : ` [${toLine(String(code))}]`;
  return `${toLine(name)}: ${toLine(message)}${told}`;
}

/** A value as JSON, or why it cannot be shown. */
export function formatValue(shown: ShownValue): string {
  if ('value' in shown) return toLine(JSON.stringify(shown.value));
  const { message } = shown.unreadable;
  return paint('yellow', `(cannot be read here: ${toLine(message)})`);
}
