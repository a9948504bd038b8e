/** Events of a journal as lines. */
import type { JournalItem, JsonValue } from '../../runtime/entries/operations.ts';
import { paint, type TextStyle } from '../program/colours.ts';
import { toLine } from '../program/text-width.ts';
import { formatError, formatValue } from './format-value.ts';

const TYPE_WIDTH = 18;
/** Facts that say nothing to people. */
const HIDDEN = new Set(['behaviour', 'chunks', 'options']);

/** One event: its time, number, type, and facts. */
export function formatEvent({ seq, type, at, correlationId, shortName, details, error, value }: JournalItem): string {
  const call = correlationId === null ? [] : [`#${callOf(correlationId)}`];
  const facts = Object.entries(details)
    .filter(([name]) => !HIDDEN.has(name))
    .map(([name, fact]) => `${name}=${formatFact(fact)}`);
  const failure = error === null ? [] : [formatError(error)];
  // The error says what its value would.
  const shown = value === undefined || error !== null ? [] : [formatValue(value)];
  const words = [...(shortName === null ? [] : [shortName]), ...call, ...facts, ...failure, ...shown];
  const line = [paint('gray', at), String(seq).padStart(4), paint(styleOf(type), type.padEnd(TYPE_WIDTH))];
  return [...line, words.join(' ')].join(' ').trimEnd();
}

/** The number of a call, as `workflow show` numbers them. */
export const callOf = (correlationId: string): string => correlationId.slice(correlationId.lastIndexOf('_') + 1);

const formatFact = (fact: JsonValue): string => toLine(typeof fact === 'string' ? fact : JSON.stringify(fact));

function styleOf(type: string): TextStyle {
  if (/_(?:failed|refused|conflicted)$/.test(type)) return 'red';
  if (/_(?:retrying|cancelled|paused|interrupted)$/.test(type)) return 'yellow';
  return type.endsWith('_completed') ? 'green' : 'plain';
}
