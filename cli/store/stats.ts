/** `workflow stats`: the state of a store in numbers. */
import {
  formatBytes,
  type RunCountItem,
  type StorePartItem,
  type StoreStats,
} from '../../runtime/entries/operations.ts';
import { paint, styleOfStatus } from '../program/colours.ts';
import type { CliCommand } from '../program/command.ts';
import { JSON_OPTION, printJson, wantsJson } from '../program/json-output.ts';
import { OPERATIONS_OPTIONS } from '../program/project-options.ts';
import { withOperations } from '../program/store-operations.ts';
import { formatTable } from '../program/table.ts';
import { formatLength } from '../program/times.ts';
import { formatWorkers } from './workers.ts';

const PART_WIDTH = 12;
const STATUSES = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const;

/** The command `stats`. */
export const statsCommand: CliCommand = {
  name: 'stats',
  summary: 'counts the runs of a store, and says what waits and who works',
  details: 'It looks at each run once. With --parts it reads the whole store, about 400 MB in a second.',
  examples: ['stats', 'stats --parts', 'stats --database postgres://app:secret@db:5432/shop --json'],
  options: {
    ...OPERATIONS_OPTIONS,
    ...JSON_OPTION,
    parts: { help: 'also what takes the room: runs, journals, streams, …' },
  },
  run: (given) =>
    withOperations(given, async (operations) => {
      const stats = await operations.stats();
      const parts = given.options.has('parts') ? (await operations.storeParts()).parts : [];
      if (wantsJson(given)) printJson({ ...stats, ...(parts.length > 0 && { parts }) });
      else
        for (const line of [...formatStats(stats), ...section('What takes the room', formatParts(parts))])
          console.log(line);
      return 0;
    }),
};

function formatStats(stats: StoreStats): string[] {
  const { kind, bytes, counts, oldestPendingAt, parked, workers, at } = stats;
  const now = Date.parse(at);
  return [
    bytes === null ? `Store: ${kind}` : `Store: ${kind}, ${formatBytes(bytes)}`,
    ...(oldestPendingAt ? [`Oldest pending run: ${formatLength(now - Date.parse(oldestPendingAt))} old`] : []),
    '',
    ...(counts.length === 0 ? ['No runs.'] : formatCounts(counts)),
    ...section(
      'Parked',
      parked.map(({ code, message, runs }) => `${runs} ${paint('red', code)}: ${message}`),
    ),
    ...section('Workers', formatWorkers(workers, now)),
  ];
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', paint('bold', title), ...lines];

const formatParts = (parts: readonly StorePartItem[]): string[] =>
  parts.map(({ name, bytes }) => `${name.padEnd(PART_WIDTH)}${formatBytes(bytes).padStart(PART_WIDTH)}`);

/** One line for each workflow, one column for each status, and a line of sums. */
function formatCounts(counts: readonly RunCountItem[]): string[] {
  const workflows = [...Map.groupBy(counts, ({ workflowName }) => workflowName).values()];
  const rows = workflows.map((own) => ({ name: nameOf(own[0]!, counts), own }));
  const sums = rows.length > 1 ? [{ name: 'all', own: counts }] : [];
  return formatTable(
    [{ title: 'WORKFLOW', least: 10 }, ...STATUSES.map((status) => ({ title: status.toUpperCase() }))],
    [...rows, ...sums].map(({ name, own }) => [
      name,
      ...STATUSES.map((status) => {
        const runs = own.filter((count) => count.status === status).reduce((sum, count) => sum + count.runs, 0);
        return { text: runs === 0 ? '' : String(runs), style: styleOfStatus(status) };
      }),
    ]),
  );
}

/** The short name, or the id where several workflows have it. */
function nameOf({ shortName, workflowName }: RunCountItem, counts: readonly RunCountItem[]): string {
  const isShared = counts.some((other) => other.shortName === shortName && other.workflowName !== workflowName);
  return isShared ? workflowName : shortName;
}
