import { publish } from '../progress.ts';

/** Publishes numbers on its stream. */
export async function countTo(last: number): Promise<void> {
  'use workflow';
  for (let number = 1; number <= last; number++) await say(number);
}

async function say(number: number): Promise<void> {
  'use step';
  await publish(String(number));
}
