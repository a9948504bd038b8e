/** `workflow doctor` without an address: what keeps the runs of the store from going on. */
import { WorkflowError } from '../../runtime/contract/errors.ts';
import {
  formatBytes,
  LOW_DISK_BYTES,
  SLOW_ANSWER_MS,
  type Operations,
  type StoreStats,
} from '../../runtime/entries/operations.ts';
import type { GivenArguments } from '../program/command.ts';
import { withOperations } from '../program/store-operations.ts';
import { formatLength } from '../program/times.ts';

/** Something that somebody should do something about. */
interface StoreProblem {
  found: string;
  fix: string;
}

/** Workers take at once what is due. */
const LATE_MS = 30_000;
const HOUR_MS = 3_600_000;

/** @returns The exit code: 1 when it finds a problem; 0 also when there is no store yet. */
export async function examineStore(given: GivenArguments): Promise<number> {
  try {
    return await withOperations(given, async (operations) => {
      const stats = await operations.stats();
      const problems = [
        ...checkSpace(stats),
        ...checkPace(stats),
        ...checkWorkers(stats),
        ...checkParked(stats),
        ...(await checkRuns(operations)),
      ];
      console.log(describe(stats, problems));
      return problems.length === 0 ? 0 : 1;
    });
  } catch (error) {
    if (!WorkflowError.is(error) || error.code !== 'world_store_missing') throw error;
    console.log('There is no store yet: the first start of the application makes it.');
    return 0;
  }
}

function describe({ kind, bytes, freeBytes, workers }: StoreStats, problems: readonly StoreProblem[]): string {
  const alive = workers.filter(({ isAlive }) => isAlive).length;
  const facts = [
    `Store: ${kind}`,
    ...(bytes === null ? [] : [formatBytes(bytes)]),
    ...(freeBytes === null ? [] : [`${formatBytes(freeBytes)} free on its disk`]),
    `${alive} ${alive === 1 ? 'worker' : 'workers'} alive`,
  ];
  if (problems.length === 0) return `${facts.join(', ')}\n\nNothing keeps its runs from going on.`;
  return [facts.join(', '), ...problems.map(({ found, fix }) => `  ${found}\n  Fix: ${fix}`)].join('\n\n');
}

const checkSpace = ({ freeBytes }: StoreStats): StoreProblem[] =>
  freeBytes === null || freeBytes >= LOW_DISK_BYTES
    ? []
    : [
        {
          found: `The disk of the store has ${formatBytes(freeBytes)} left. When it is full, runs wait.`,
          fix: 'free space, or remove ended runs: `workflow purge --before 30d`; WORKFLOW_RETENTION does it by itself',
        },
      ];

const checkPace = ({ answerMs }: StoreStats): StoreProblem[] =>
  answerMs < SLOW_ANSWER_MS
    ? []
    : [
        {
          found: `The store takes ${answerMs} ms to answer a small question. Each step waits for it twice.`,
          fix: 'look at the load of the database or the disk, and at the way to it; workers belong into the region of their database',
        },
      ];

function checkWorkers({ workers, counts, oldestDueAt, at }: StoreStats): StoreProblem[] {
  const isWaiting = counts.some(({ status }) => status === 'pending' || status === 'running');
  const dead = workers.filter(({ isAlive, runs }) => !isAlive && runs > 0);
  const lateMs = oldestDueAt === null ? 0 : Date.parse(at) - Date.parse(oldestDueAt);
  if (isWaiting && workers.every(({ isAlive }) => !isAlive))
    return [
      {
        found: 'Runs wait, and no worker is on this store.',
        fix: 'start the application, or `workflow worker`; see that WORKFLOW_DATA_DIR or WORKFLOW_DATABASE_URL is the same there',
      },
    ];
  return [
    ...dead.map(({ workerId, runs }) => ({
      found: `The worker ${workerId} has died with ${runs} runs. Another worker takes them when its lease is over.`,
      fix: 'wait for its lease, see `workflow workers`; then look why it died',
    })),
    ...(lateMs > LATE_MS
      ? [
          {
            found: `A run is due since ${formatLength(lateMs)}, and no worker takes it: all are full, or they hang.`,
            fix: 'see `workflow workers` and the log; start more workers, or raise WORKFLOW_BUSY_RUNS',
          },
        ]
      : []),
  ];
}

const checkParked = ({ parked }: StoreStats): StoreProblem[] =>
  parked.map(({ code, message, runs }) => ({
    found: `${runs} ${runs === 1 ? 'run is' : 'runs are'} parked [${code}]: ${message}`,
    fix: `\`workflow runs --parked\` lists them; \`workflow explain ${code}\` says more`,
  }));

async function checkRuns(operations: Operations): Promise<StoreProblem[]> {
  const since = new Date(Date.now() - HOUR_MS).toISOString();
  const { runs } = await operations.listRuns({ retrying: true, limit: 100 });
  // Of parked runs it is said why already.
  const retrying = runs.filter(({ parked }) => parked === null);
  const { groups, runs: troubled } = await operations.errorGroups({ since });
  const failed = groups.reduce((sum, group) => sum + group.failed, 0);
  return [
    ...(retrying.length > 0
      ? [
          {
            found: `${retrying.length === 100 ? '100 or more' : retrying.length} ${retrying.length === 1 ? 'run looks as if it went on, but only retries' : 'runs look as if they went on, but only retry'}.`,
            fix: '`workflow runs --retrying` lists them, with the error of each',
          },
        ]
      : []),
    ...(failed > 0
      ? [
          {
            found: `${failed} of the runs that began in the last hour ${failed === 1 ? 'has' : 'have'} failed (${troubled} with trouble, ${groups.length} ${groups.length === 1 ? 'kind' : 'kinds'}).`,
            fix: '`workflow errors --since 1h` shows why',
          },
        ]
      : []),
  ];
}
