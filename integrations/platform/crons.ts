/** The platform's cron wakes a function, because between requests nobody notices that a sleep is over. */

/** The platform calls `path` with GET at the times of `schedule`, which is in UTC. */
export interface CronEntry {
  path: string;
  schedule: string;
}

/** The most often that the platform allows. */
export const FLOW_SCHEDULE = '* * * * *';

/** An entry for the same path stays as it is: the user's plan may not allow ours. */
export function addCron(crons: CronEntry[], entry: CronEntry): CronEntry[] {
  return crons.some(({ path }) => path === entry.path) ? crons : [...crons, entry];
}
