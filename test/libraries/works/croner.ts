import { Cron } from 'croner';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return new Cron(await echo('0 0 12 * * MON'), { timezone: 'America/New_York', paused: true })
    .nextRuns(2, '2024-03-08T00:00:00')
    .map((date) => date.toISOString());
}
