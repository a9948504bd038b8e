import { FatalError } from 'workflow';
import { refuse } from '../wording.ts';

/** Fails because its step does, in another file. */
export async function failInStep(name: string): Promise<void> {
  'use workflow';
  await ask(name);
}

async function ask(name: string): Promise<void> {
  'use step';
  if (name === '') refuse('nobody');
  await Promise.resolve();
  return refuse(name);
}
ask.maxRetries = 0;

/** Fails in its own code. */
export async function failInWorkflow(name: string): Promise<void> {
  'use workflow';
  throw new FatalError(name);
}
