import { EOL } from 'node:os';

const step = async (n: number) => {
  'use step';
  return n + EOL.length;
};
export const flows = {
  one: async (n: number) => {
    'use workflow';
    return step(n);
  },
  deep: {
    two: async function (n: number) {
      'use workflow';
      return step(n * 2);
    },
  },
};
const list = [async () => { 'use workflow'; return step(3); }];
export const three = list[0]!;
