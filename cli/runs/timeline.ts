/** The steps and sleeps of a run, in the order in which it asked for them. */
import type { StepItem, WaitItem } from '../../runtime/entries/operations.ts';
import { paint, styleOfStatus } from '../program/colours.ts';
import { formatTable, terminalWidth, type Cell, type Column } from '../program/table.ts';
import { cutText } from '../program/text-width.ts';
import { formatLength, lengthBetween } from '../program/times.ts';
import { callOf } from './format-event.ts';
import { formatError, formatValue } from './format-value.ts';
import type { RunReport } from './run-report.ts';

/** One line of it, and the lines of its values. */
interface Entry {
  call: number;
  /** It is not done, or has failed. */
  matters: boolean;
  cells: Cell[];
  values: string[];
}

const COLUMNS: readonly Column[] = [
  { title: '#' },
  { title: 'CALL', least: 8 },
  { title: 'STATUS' },
  { title: 'TRIES', dropOrder: 1 },
  { title: 'AT', dropOrder: 2 },
  { title: 'TOOK', dropOrder: 3 },
  { title: 'NOTE', least: 16 },
];
/** A longer one is shortened to what matters. */
const ENTRIES_MAX = 60;
const LAST_ENTRIES = 30;

/** The lines of it; none: the run asked for nothing. */
export function formatTimeline(
  { run, steps, waits }: RunReport,
  { now, isWhole }: { now: number; isWhole: boolean },
): string[] {
  const entries = [
    ...steps.map((step) => toStepEntry(step, run.createdAt, now)),
    ...waits.map((wait) => toWaitEntry(wait, run.createdAt, now)),
  ].sort((one, other) => one.call - other.call);
  if (entries.length === 0) return [];
  const shown = isWhole || entries.length <= ENTRIES_MAX ? entries : shorten(entries);
  const [title, ...rows] = formatTable(
    COLUMNS,
    shown.map(({ cells }) => cells),
  );
  const left = entries.length - shown.length;
  return [
    title!,
    ...rows.flatMap((row, i) => [row, ...shown[i]!.values]),
    ...(left > 0 ? [paint('gray', `and ${left} more calls: see them with --all`)] : []),
  ];
}

/** The calls that matter, as far as there is room for them, and the last ones. */
function shorten(entries: readonly Entry[]): Entry[] {
  const earlier = entries.slice(0, -LAST_ENTRIES).filter(({ matters }) => matters);
  return [...earlier.slice(0, ENTRIES_MAX - LAST_ENTRIES), ...entries.slice(-LAST_ENTRIES)];
}

function toStepEntry(step: StepItem, runSince: string, now: number): Entry {
  const { status, createdAt, startedAt, completedAt } = step;
  const tries = step.interruptions > 0 ? `${step.attempt} (${step.interruptions} cut off)` : String(step.attempt);
  return {
    call: Number(callOf(step.stepId)),
    matters: status !== 'completed',
    cells: [
      callOf(step.stepId),
      step.label ? `${step.shortName} (${step.label})` : step.shortName,
      { text: status, style: styleOfStatus(status) },
      tries,
      toOffset(createdAt, runSince),
      startedAt === null ? '' : formatLength(lengthBetween(startedAt, completedAt, now)),
      { text: noteOfStep(step, now), style: status === 'failed' ? 'red' : 'yellow' },
    ],
    values: [...toValueLine('input', step.input), ...toValueLine('result', step.result)],
  };
}

function noteOfStep({ status, retryAt, queuedAt, lastError, lastHeartbeatAt }: StepItem, now: number): string {
  const isOpen = status === 'pending' || status === 'running';
  const retry = retryAt === null ? NaN : Date.parse(retryAt) - now;
  return [
    ...(isOpen && retry > 0 ? [`next try in ${formatLength(retry)}`] : []),
    ...(isOpen && queuedAt !== null ? [`waits for its turn since ${formatLength(now - Date.parse(queuedAt))}`] : []),
    ...(status === 'running' && lastHeartbeatAt !== null
      ? [`heartbeat ${formatLength(now - Date.parse(lastHeartbeatAt))} ago`]
      : []),
    ...(lastError && status !== 'completed' ? [formatError(lastError)] : []),
  ].join('; ');
}

function toWaitEntry({ correlationId, status, createdAt, dueAt, completedAt }: WaitItem, since: string, now: number) {
  const left = Date.parse(dueAt) - now;
  const isOpen = status === 'pending';
  const note = isOpen ? (left > 0 ? `ends in ${formatLength(left)}` : 'is over, nobody has noticed yet') : '';
  return {
    call: Number(callOf(correlationId)),
    matters: isOpen,
    cells: [
      callOf(correlationId),
      'sleep',
      { text: status, style: styleOfStatus(status) },
      '',
      toOffset(createdAt, since),
      completedAt === null ? '' : formatLength(lengthBetween(createdAt, completedAt, now)),
      { text: note, style: 'yellow' as const },
    ],
    values: [],
  };
}

/** When it was asked for, counted from the beginning of the run. */
const toOffset = (at: string, runSince: string): string => `+${formatLength(Date.parse(at) - Date.parse(runSince))}`;

function toValueLine(name: string, value: StepItem['input']): string[] {
  if (value === undefined) return [];
  const begin = `    ${name}: `;
  return [paint('gray', begin) + cutText(formatValue(value), terminalWidth() - begin.length)];
}
