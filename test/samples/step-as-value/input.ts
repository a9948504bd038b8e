import { EOL } from 'node:os';

const charge = async (n: number) => {
  'use step';
  return n + EOL.length;
};
async function refund(n: number) {
  'use step';
  return -n + EOL.length;
}

export async function flow(n: number) {
  'use workflow';
  const all = { charge, refund };
  return await Promise.all([1, 2].map(async (m) => (await all.charge(m)) + (await all.refund(n)) + (await retry(charge, m))));
}

async function retry(fn: typeof charge, n: number) {
  return fn(n);
}
