import { sleep } from 'workflow';

/** Greets a new user, now and a little later. */
export async function welcome(email: string): Promise<void> {
  'use workflow';
  await send(email, 'Welcome!');
  await sleep('10s');
  await send(email, 'How do you like it?');
}

async function send(email: string, text: string): Promise<void> {
  'use step';
  console.log(`To ${email}: ${text}`);
}
