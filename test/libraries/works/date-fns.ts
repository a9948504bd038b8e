import {
  addMonths,
  differenceInCalendarDays,
  eachDayOfInterval,
  format,
  formatDistance,
  isWeekend,
  parseISO,
} from 'date-fns';
import { de } from 'date-fns/locale';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const due = await echo(addMonths(parseISO('2024-01-31T10:00:00Z'), 1));
  return [
    due.toISOString(),
    format(due, 'yyyy-MM-dd HH:mm:ss EEEE'),
    format(due, 'PPPP', { locale: de }),
    differenceInCalendarDays(due, new Date('2024-01-01')),
    eachDayOfInterval({ start: due, end: addMonths(due, 1) }).filter(isWeekend).length,
    formatDistance(due, new Date('2024-03-05'), { addSuffix: true }),
  ];
}
