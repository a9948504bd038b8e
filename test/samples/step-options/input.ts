import { EOL } from 'node:os';
import { retryable } from './policy';

async function declared() {
  'use step';
  return EOL.length;
}
declared.maxRetries = 2;
const arrow = Object.assign(
  async () => {
    'use step';
    return EOL.length;
  },
  { timeout: '5s' },
);
class Jobs {
  static async run() {
    'use step';
    return EOL.length;
  }
}
Object.assign(Jobs.run, { maxRetries: 4 });

export async function flow() {
  'use workflow';
  const nested = async () => {
    'use step';
    return EOL.length;
  };
  nested.maxRetries = 5;
  return [await declared(), await arrow(), await Jobs.run(), await nested(), declared.maxRetries, nested.maxRetries, arrow.timeout, retryable.length];
}
