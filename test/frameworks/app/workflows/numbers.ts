import { setTimeout as pause } from 'node:timers/promises';
import { publish } from '../progress.ts';

/** Publishes numbers on its stream. @param pauseMs After each number. */
export async function countTo(last: number, pauseMs = 0): Promise<void> {
  'use workflow';
  for (let number = 1; number <= last; number++) await say(number, pauseMs);
}

async function say(number: number, pauseMs: number): Promise<void> {
  'use step';
  await publish(String(number));
  await pause(pauseMs);
}
