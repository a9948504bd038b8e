import { CronExpressionParser } from 'cron-parser';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const interval = CronExpressionParser.parse(await echo('*/15 9-17 * * 1-5'), {
    currentDate: '2024-03-30T08:00:00Z',
    tz: 'Europe/Paris',
  });
  return [interval.next().toISOString(), interval.next().toISOString()];
}
