import { EOL } from 'node:os';

export default class {
  static async load() {
    'use step';
    return EOL.length;
  }
  async save() {
    'use step';
    return EOL.length;
  }
}

export async function flow() {
  'use workflow';
}
