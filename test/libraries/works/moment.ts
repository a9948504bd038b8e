import moment from 'moment';
import 'moment/locale/de.js';
import { echo } from '../echo.ts';

moment.locale('en');

export async function program() {
  'use workflow';
  const due = moment.utc('2024-01-31').add(1, 'month');
  return [
    await echo(due.format()),
    due.format('dddd, MMMM Do YYYY'),
    due.locale('de').format('LLLL'),
    moment.duration(90, 'minutes').humanize(),
    moment.utc('12-25-1995', 'MM-DD-YYYY').isBefore(due),
  ];
}
