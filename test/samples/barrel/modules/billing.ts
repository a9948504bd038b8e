import { EOL } from 'node:os';

export async function charge(to: string) {
  'use step';
  return `charged ${to} ${EOL.length}`;
}
