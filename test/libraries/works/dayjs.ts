import dayjs from 'dayjs';
import 'dayjs/locale/de.js';
import relativeTime from 'dayjs/plugin/relativeTime.js';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import { echo } from '../echo.ts';

dayjs.extend(utc);
dayjs.extend(timezone);
dayjs.extend(relativeTime);

export async function program() {
  'use workflow';
  const due = dayjs.utc('2024-02-29T08:00:00Z').add(1, 'year');
  const stored = await echo(due.toISOString());
  return [
    stored,
    dayjs(stored).locale('de').format('dddd, D. MMMM YYYY'),
    dayjs.tz('2024-07-01 12:00', 'America/New_York').toISOString(),
    dayjs(stored).from(dayjs('2024-02-29T08:00:00Z')),
    dayjs(stored).diff(dayjs('2024-02-29'), 'days'),
  ];
}
