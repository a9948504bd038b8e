import { FatalError } from 'workflow';
import { Refusal } from '../refusal.ts';

/** Of the file of the step, not of one that is shared. */
export class Delay extends FatalError {}

/** Fails as its step does, with an error of the user's own class. */
export async function refuseByClass(kind: 'refusal' | 'delay'): Promise<void> {
  'use workflow';
  try {
    await deny(kind);
  } catch (error) {
    if (error instanceof (kind === 'delay' ? Delay : Refusal)) throw error;
    throw new FatalError('the workflow does not know the class of the error');
  }
}

async function deny(kind: 'refusal' | 'delay'): Promise<void> {
  'use step';
  throw kind === 'delay' ? new Delay('later') : new Refusal('bank');
}
deny.maxRetries = 0;
