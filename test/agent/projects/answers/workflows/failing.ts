/** Tools that fail in every way. */
import { FatalError, getStepMetadata, RetryableError } from 'workflow';
import { bench, note } from './bench.ts';

async function charge(_input: unknown, { idempotencyKey }: { idempotencyKey: string }) {
  'use step';
  const { attempt } = getStepMetadata();
  bench().notes.push(`${attempt} ${idempotencyKey}`);
  if (attempt < 3) throw new RetryableError('The bank is busy.', { retryAfter: 1 });
  return 'charged';
}

async function ship() {
  'use step';
  bench().notes.push(getStepMetadata().attempt);
  throw new Error('No ship left the harbour.');
}
ship.maxRetries = 1;

async function burn() {
  'use step';
  bench().notes.push(getStepMetadata().attempt);
  throw new FatalError('The house is on fire.');
}

export const failingTools = {
  charge: { execute: charge },
  ship: { execute: ship },
  burn: { execute: burn },
  burnInWorkflow: {
    async execute() {
      await note('burning');
      throw new FatalError('The house is on fire.');
    },
  },
  stumble: {
    execute() {
      throw new TypeError('A stone lay there.');
    },
  },
};
