import { sleep } from 'workflow';
import { noteEffect } from '../effects.ts';
import { publish } from '../progress.ts';

/** Sleeps until it is cancelled, and cleans up. */
export async function standBy(): Promise<void> {
  'use workflow';
  await announce();
  try {
    await sleep('1d');
  } finally {
    await cleanUp();
  }
}

async function announce(): Promise<void> {
  'use step';
  await publish('waiting');
}

async function cleanUp(): Promise<void> {
  'use step';
  noteEffect('cleaned up');
}
