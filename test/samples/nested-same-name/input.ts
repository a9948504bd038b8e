import { EOL } from 'node:os';

export async function one(n: number) {
  'use workflow';
  if (n > 0) {
    const step = async () => {
      'use step';
      return `positive ${n} ${EOL.length}`;
    };
    return step();
  } else {
    const step = async () => {
      'use step';
      return `other ${n} ${EOL.length}`;
    };
    return step();
  }
}

export async function two() {
  'use workflow';
  async function step() {
    'use step';
    return `two ${EOL.length}`;
  }
  return step();
}
