/** The things that a run waits for, as lines for people. */
import { nameOf } from '../../runtime/contract/ids.ts';
import type { WaitingItem } from '../../runtime/entries/operations.ts';
import { paint } from '../program/colours.ts';
import { formatTable } from '../program/table.ts';
import { toLine } from '../program/text-width.ts';
import { formatLength } from '../program/times.ts';
import { callOf } from './format-event.ts';
import { formatError } from './format-value.ts';

const COLUMNS = [
  { title: '#' },
  { title: 'FOR', least: 12 },
  { title: 'SINCE', dropOrder: 1 },
  { title: 'UNTIL', dropOrder: 0 },
  { title: 'AT', least: 10 },
];

/** @param now Milliseconds since the epoch. */
export const formatWaiting = (waits: readonly WaitingItem[], now: number): string[] =>
  formatTable(
    COLUMNS,
    waits.map((wait) => [
      wait.correlationId === null ? '' : callOf(wait.correlationId),
      toLine(describe(wait)),
      formatLength(now - Date.parse(wait.since)),
      wait.until === null ? '' : `in ${formatLength(Math.max(0, Date.parse(wait.until) - now))}`,
      wait.at ?? '',
    ]),
  ).map((line, i) => (i === 0 ? line : paint('yellow', line)));

function describe({ kind, stepName, attempt, error, token, childRunId, message }: WaitingItem): string {
  const step = stepName === null ? null : nameOf(stepName);
  switch (kind) {
    case 'step':
      return `step ${step}, attempt ${attempt}`;
    case 'retry':
      return `attempt ${attempt} of step ${step}${error ? ` after ${formatError(error)}` : ''}`;
    case 'limit':
      return step ? `step ${step}: ${message}` : (message ?? '');
    case 'hook':
      return `hook "${token}"`;
    case 'child':
      return `child ${childRunId}`;
    case 'code':
      return `code: ${message}`;
    case 'promise':
      return 'a promise that nothing from outside will settle';
    default:
      return kind;
  }
}
