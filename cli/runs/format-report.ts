/** A run for people. */
import type { HookItem, RunDetails, RunItem, StreamItem } from '../../runtime/entries/operations.ts';
import { paint, styleOfStatus } from '../program/colours.ts';
import { noteOf, formatRuns } from '../program/run-table.ts';
import { formatTable, terminalWidth } from '../program/table.ts';
import { cutText, padText, toLine } from '../program/text-width.ts';
import { formatLength, lengthBetween } from '../program/times.ts';
import { callOf } from './format-event.ts';
import { formatError, formatValue } from './format-value.ts';
import type { RunReport } from './run-report.ts';
import { formatTimeline } from './timeline.ts';
import { formatWaiting } from './format-waiting.ts';

/** How to show a run. */
export interface ReportOptions {
  /** Milliseconds since the epoch. */
  now: number;
  /** Shows the whole timeline, however long it is. */
  isWhole: boolean;
}

const LABEL_WIDTH = 11;

/** The lines of a report. */
export function formatReport(report: RunReport, options: ReportOptions): string[] {
  const { run, waitingFor, hooks, children, streams } = report;
  return [
    ...formatSummary(run, options.now),
    ...section('Waits for', waitingFor.length === 0 ? [] : formatWaiting(waitingFor, options.now)),
    ...section('Timeline', formatTimeline(report, options)),
    ...section('Hooks that wait', hooks.length === 0 ? [] : formatHooks(hooks, options.now)),
    ...section('Children', children.length === 0 ? [] : formatChildren(children, options)),
    ...section('Streams', streams.length === 0 ? [] : formatStreams(streams)),
  ];
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', paint('bold', title), ...lines];

function formatSummary(run: RunDetails, now: number): string[] {
  const { status, createdAt, startedAt, completedAt, error, parked } = run;
  const rows: [label: string, text: string | null][] = [
    ['Run', run.runId],
    ['Workflow', `${run.shortName} (${run.workflowName})`],
    ['Key', run.key],
    ['Created', `${createdAt}, ${formatLength(now - Date.parse(createdAt))} ago`],
    ['Started', startedAt],
    ['Ended', completedAt && `${completedAt}, after ${formatLength(lengthBetween(createdAt, completedAt, now))}`],
    ['Build', run.buildId],
    ['Parent', run.parentRunId],
    ['Copy of', run.forkedFrom],
    ['Attributes', formatAttributes(run)],
    ['Reason', run.cancelReason],
    ['Note', noteOf({ ...run, parked: null, key: null, error: null }, now)],
    ['Kept until', run.expiresAt],
  ];
  return [
    `${label('Status')}${paint(styleOfStatus(status), status)}`,
    ...rows.flatMap(([name, text]) => (text ? [label(name) + toLine(text)] : [])),
    ...(parked ? [label('Parked') + paint('red', toLine(parked.message))] : []),
    ...(error ? [label('Error') + paint('red', formatError(error)), ...formatStack(run)] : []),
    ...(run.input ? [label('Input') + cut(formatValue(run.input))] : []),
    ...(run.output ? [label('Output') + cut(formatValue(run.output))] : []),
  ];
}

/** The places of the error, and the step that has thrown it. */
function formatStack({ error, stack }: RunDetails): string[] {
  const frames = (stack ?? '').split('\n').filter((line) => /^\s+at |^Caused by: /.test(line));
  const step = error?.stepName ? [`from the step ${error.stepName}`] : [];
  return [...step, ...frames].map((line) => label('') + paint('gray', toLine(line)));
}

const label = (name: string): string => paint('gray', padText(name, LABEL_WIDTH));

/** A value takes one line of the terminal. A file or a pipe gets all of it. */
const cut = (text: string): string => cutText(text, terminalWidth() - LABEL_WIDTH);

const formatAttributes = ({ attributes }: RunDetails): string =>
  Object.entries(attributes)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');

const formatHooks = (hooks: readonly HookItem[], now: number): string[] =>
  formatTable(
    [{ title: '#' }, { title: 'TOKEN' }, { title: 'KIND', dropOrder: 1 }, { title: 'SINCE', dropOrder: 0 }],
    hooks.map(({ hookId, token, isWebhook, createdAt }) => [
      callOf(hookId),
      token,
      isWebhook ? 'webhook' : 'hook',
      formatLength(now - Date.parse(createdAt)),
    ]),
  );

const CHILDREN_SHOWN = 20;

function formatChildren(children: readonly RunItem[], { now, isWhole }: ReportOptions): string[] {
  const shown = isWhole ? children : children.slice(0, CHILDREN_SHOWN);
  const left = children.length - shown.length;
  return [...formatRuns(shown, now), ...(left > 0 ? [paint('gray', `and ${left} more: see them with --all`)] : [])];
}

const formatStreams = (streams: readonly StreamItem[]): string[] =>
  formatTable(
    [{ title: 'STREAM', least: 10 }, { title: 'CHUNKS' }, { title: 'STATE' }],
    streams.map(({ namespace, length, isClosed }) => [
      namespace ?? '(without a name)',
      String(length),
      isClosed ? 'closed' : 'open',
    ]),
  );
