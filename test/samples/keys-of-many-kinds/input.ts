import { EOL } from 'node:os';

export const box = {
  default: async () => { 'use step'; return `default ${EOL.length}`; },
  async class() { 'use step'; return `class ${EOL.length}`; },
  async 'delete'() { 'use step'; return `delete ${EOL.length}`; },
  async 1e3() { 'use step'; return `1000 ${EOL.length}`; },
  0x10: async () => { 'use step'; return `16 ${EOL.length}`; },
  async .5() { 'use step'; return `half ${EOL.length}`; },
  'a/b~c%': async () => { 'use step'; return `odd ${EOL.length}`; },
  '': async () => { 'use step'; return `empty ${EOL.length}`; },
  async async() { 'use step'; return `async ${EOL.length}`; },
  async get() { 'use step'; return `get ${EOL.length}`; },
  async __proto__() { 'use step'; return `proto ${EOL.length}`; },
  async await() { 'use step'; return `await ${EOL.length}`; },
};

export async function flow() {
  'use workflow';
  const table = box as unknown as Record<string, () => Promise<string>>;
  const keys = ['default', 'class', 'delete', '1000', '16', '0.5', 'a/b~c%', '', 'async', 'get', '__proto__', 'await'];
  const results: string[] = [];
  for (const key of keys) results.push(await table[key]!());
  return results;
}
