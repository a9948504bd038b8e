import { createHook } from 'workflow';
import { publish } from '../progress.ts';

/** Waits for two payloads under a token that the caller knows. */
export async function askForApproval(token: string): Promise<unknown[]> {
  'use workflow';
  const hook = createHook({ token });
  await announce();
  return [await hook, await hook];
}

async function announce(): Promise<void> {
  'use step';
  await publish('open');
}
