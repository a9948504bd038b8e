import { EOL } from 'node:os';

export async function flow(tenant: string) {
  'use workflow';
  const options = { size: 2, deep: { list: [1, 2] } };
  const one = async (name = tenant, { size } = options) => {
    'use step';
    return [name, size, EOL.length];
  };
  async function two({ deep: { list: [first = tenant, ...rest] } } = options, last = () => first) {
    'use step';
    return [first, rest, last(), EOL.length];
  }
  return [await one(), await one('given', { ...options, size: 3 }), await two()];
}
