import { EOL } from 'node:os';
import { log } from './log';

@log()
export class Jobs {
  @log('run')
  static async run(n: number) {
    'use step';
    return n + EOL.length;
  }
}

export async function flow() {
  'use workflow';
  return Jobs.run(1);
}
