import { EOL } from 'node:os';

export class Account {
  constructor(readonly owner: string) {}
  async report(kind: string) {
    'use step';
    return `${this.owner}: ${kind} ${EOL.length}`;
  }
}

export async function reports(owner: string) {
  'use workflow';
  return new Account(owner).report('balance');
}
