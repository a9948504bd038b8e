import { sleep } from 'workflow';

/** Greets a new user, and asks after them a little later. */
export async function welcome(email: string): Promise<void> {
  'use workflow';
  await send(email, 'Hello!');
  await sleep('10s');
  await send(email, 'Still there?');
}

async function send(email: string, text: string): Promise<void> {
  'use step';
  console.log(`To ${email}: ${text}`);
}
