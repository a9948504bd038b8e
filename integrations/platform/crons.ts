/**
 * Cron entries of the platform. Between requests no function runs, so only a cron call notices that a sleep is over.
 */

/** The platform sends a GET request to `path` at the times of `schedule`, which is in UTC. */
export interface CronEntry {
  path: string;
  schedule: string;
}

/** Once a minute, the most often that the platform allows. */
export const FLOW_SCHEDULE = '* * * * *';

/** Adds an entry, unless the user has one for the same path: their plan may not allow ours. */
export function addCron(crons: CronEntry[], entry: CronEntry): CronEntry[] {
  return crons.some(({ path }) => path === entry.path) ? crons : [...crons, entry];
}
