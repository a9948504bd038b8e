import { match, P } from 'ts-pattern';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  type Event = { type: 'paid'; amount: number } | { type: 'lost' };
  const event = (await echo({ type: 'paid', amount: 200 })) as Event;
  return match(event)
    .with({ type: 'paid', amount: P.when((n) => n > 100) }, () => 'much')
    .with({ type: 'paid' }, () => 'some')
    .with({ type: 'lost' }, () => 'none')
    .exhaustive();
}
