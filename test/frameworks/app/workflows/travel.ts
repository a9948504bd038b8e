import { setTimeout as pause } from 'node:timers/promises';
import { noteEffect } from '../effects.ts';

/** Stages in a row, each of which takes its time: so that there is always one under way. */
export async function travel(stages: number): Promise<number> {
  'use workflow';
  let distance = 0;
  for (let stage = 1; stage <= stages; stage++) distance += await ride(stage);
  return distance;
}

async function ride(stage: number): Promise<number> {
  'use step';
  noteEffect(String(stage));
  await pause(40);
  return stage;
}
