/** Runs as rows of a table. */
import type { RunItem } from '../../runtime/entries/operations.ts';
import { paint, styleOfStatus } from './colours.ts';
import { formatTable, type Cell, type Column } from './table.ts';
import { toLine } from './text-width.ts';
import { formatLength, lengthBetween } from './times.ts';

const COLUMNS: readonly Column[] = [
  { title: 'RUN' },
  { title: 'WORKFLOW', least: 10 },
  { title: 'STATUS' },
  { title: 'AGE', dropOrder: 1 },
  { title: 'TOOK', dropOrder: 2 },
  { title: 'NOTE', least: 16, dropOrder: 0 },
];

/** The lines of a table of runs. @param now Milliseconds since the epoch. */
export const formatRuns = (runs: readonly RunItem[], now: number): string[] =>
  formatTable(
    COLUMNS,
    runs.map((run) => toRow(run, now)),
  );

function toRow(run: RunItem, now: number): Cell[] {
  const { runId, shortName, status, createdAt, startedAt, completedAt } = run;
  const note = noteOf(run, now);
  return [
    runId,
    shortName,
    { text: status, style: styleOfStatus(status) },
    formatLength(now - Date.parse(createdAt)),
    startedAt === null ? '' : formatLength(lengthBetween(laterOf(startedAt, createdAt), completedAt, now)),
    { text: note, style: run.parked || run.error ? 'red' : 'yellow' },
  ];
}

/** A run as a line of a list that grows. */
export const formatRunLine = (run: RunItem, now: number): string =>
  [
    paint('gray', new Date(now).toISOString().slice(0, 19) + 'Z'),
    run.runId,
    paint(styleOfStatus(run.status), run.status.padEnd(STATUS_WIDTH)),
    toLine(run.shortName),
    paint(run.parked || run.error ? 'red' : 'yellow', toLine(noteOf(run, now))),
  ]
    .join(GAP)
    .trimEnd();

const GAP = '  ';
/** Of the longest status. */
const STATUS_WIDTH = 9;

/** A copy of a run has begun before it was created. */
const laterOf = (one: string, other: string): string => (one > other ? one : other);

/** The reasons why a run does not go on, in words; empty: there is none. @param now Milliseconds since the epoch. */
export function noteOf({ parked, isPaused, queued, key, error }: RunItem, now: number): string {
  return [
    ...(error ? [`${error.name}: ${error.message}`] : []),
    ...(parked ? [`parked: ${parked.code}`] : []),
    ...(isPaused ? ['paused'] : []),
    ...(queued ? [`waits for a ${queued.for} since ${formatLength(now - Date.parse(queued.since))}`] : []),
    ...(key === null ? [] : [`key ${key}`]),
  ].join(', ');
}
