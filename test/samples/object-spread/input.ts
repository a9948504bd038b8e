import { EOL } from 'node:os';

const base = {
  one: async () => {
    'use step';
    return EOL.length;
  },
  async two() {
    'use step';
    return EOL.length + 1;
  },
};
const all = {
  ...base,
  ...{ three: async () => { 'use step'; return EOL.length + 2; } },
  two: base.one,
};

export async function flow() {
  'use workflow';
  const { one, ...rest } = all;
  return [await one(), await rest.two(), await rest.three(), Object.keys(all)];
}
