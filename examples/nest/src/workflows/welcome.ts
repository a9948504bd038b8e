import { sleep } from 'workflow';
import { getNestContext } from 'workflow/nest';
import { Mailbox } from '../mailbox.js';

/** Greets a new user, and asks again when some time has passed, whatever happens to this process meanwhile. */
export async function welcome(email: string): Promise<void> {
  'use workflow';
  await send(email, 'Welcome!');
  await sleep('10s');
  await send(email, 'How do you like it?');
}

async function send(email: string, text: string): Promise<void> {
  'use step';
  getNestContext().get(Mailbox).send(email, text);
}
