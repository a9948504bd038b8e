import { DateTime, Duration, Interval, Settings } from 'luxon';
import { echo } from '../echo.ts';

Settings.defaultZone = 'Europe/Paris';

export async function program() {
  'use workflow';
  const start = DateTime.fromISO('2024-03-30T23:30:00');
  const next = await echo(start.plus({ hours: 2 }).toISO());
  return [
    next,
    start.setLocale('fr').toLocaleString(DateTime.DATE_FULL),
    Duration.fromObject({ minutes: 90 }).shiftTo('hours', 'minutes').toHuman(),
    Interval.fromDateTimes(start, start.plus({ days: 3 })).length('hours'),
    DateTime.fromISO('2024-01-01', { zone: 'Asia/Tokyo' }).toUTC().toISO(),
  ];
}
