/** `workflow workers`: who works on the runs of a store. */
import type { WorkerItem } from '../../runtime/entries/operations.ts';
import type { CliCommand } from '../program/command.ts';
import { JSON_OPTION, printJson, wantsJson } from '../program/json-output.ts';
import { OPERATIONS_OPTIONS } from '../program/project-options.ts';
import { withOperations } from '../program/store-operations.ts';
import { formatTable } from '../program/table.ts';
import { formatLength } from '../program/times.ts';

/** The command `workers`. */
export const workersCommand: CliCommand = {
  name: 'workers',
  summary: 'lists the workers of a store, with what each of them has in hand',
  details: `A worker counts as alive while its lease holds. One that was killed is listed until others notice it, at the latest
when its lease ends.`,
  examples: ['workers', 'workers --json'],
  options: { ...OPERATIONS_OPTIONS, ...JSON_OPTION },
  run: (given) =>
    withOperations(given, async (operations) => {
      const { workers } = await operations.workers();
      if (wantsJson(given)) printJson({ workers });
      else for (const line of formatWorkers(workers, Date.now())) console.log(line);
      return 0;
    }),
};

/** The lines of a table of workers. @param now Milliseconds since the epoch. */
export function formatWorkers(workers: readonly WorkerItem[], now: number): string[] {
  if (workers.length === 0) return ['No worker lives: runs wait for one.'];
  return formatTable(
    [{ title: 'WORKER' }, { title: 'LEASE' }, { title: 'RUNS' }, { title: 'STEPS OF OTHERS' }],
    workers.map(({ workerId, leaseUntil, isAlive, runs, steps }) => [
      workerId,
      isAlive
        ? { text: `${formatLength(Date.parse(leaseUntil) - now)} left`, style: 'green' }
        : { text: `ended ${formatLength(now - Date.parse(leaseUntil))} ago`, style: 'red' },
      String(runs),
      String(steps),
    ]),
  );
}
