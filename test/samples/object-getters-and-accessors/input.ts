import { EOL } from 'node:os';

const account = {
  owner: 'me',
  get balance(): Promise<number> {
    'use step';
    return Promise.resolve(5 + EOL.length);
  },
  get label() {
    return `account of ${this.owner}`;
  },
  set label(value: string) {
    this.owner = value;
  },
};

export async function flow() {
  'use workflow';
  account.label = 'you';
  return [account.label, await account.balance];
}
