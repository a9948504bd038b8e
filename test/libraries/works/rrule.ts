import rrule from 'rrule';
import { echo } from '../echo.ts';

const { RRule, rrulestr } = rrule;

export async function program() {
  'use workflow';
  const rule = new RRule({
    freq: RRule.WEEKLY,
    byweekday: [RRule.MO, RRule.FR],
    dtstart: new Date(Date.UTC(2024, 0, 1)),
    count: 4,
  });
  return [
    (await echo(rule.all())).map((date) => date.toISOString()),
    rule.toString(),
    rule.toText(),
    rrulestr('DTSTART:20240101T000000Z\nRRULE:FREQ=DAILY;COUNT=2').all().length,
  ];
}
