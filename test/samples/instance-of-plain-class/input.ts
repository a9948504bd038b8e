import { EOL } from 'node:os';

export class Account {
  constructor(readonly owner: string) {}
  async report(kind: string) {
    'use step';
    return `${this.owner}: ${kind} ${EOL.length}`;
  }
  field = async () => {
    'use step';
    return this.owner;
  };
  create() {
    const inner = async () => {
      'use step';
      return this.owner;
    };
    return inner;
  }
  static async all() {
    'use step';
    return this.name;
  }
}
export class Special extends Account {
  async other() {
    'use step';
    return this.owner;
  }
}

export async function reports(owner: string) {
  'use workflow';
  return new Account(owner).report('balance');
}
