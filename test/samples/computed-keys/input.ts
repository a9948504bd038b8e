import { EOL } from 'node:os';

const KEY = 'dynamic';
const table = {
  ['literal']: async () => {
    'use step';
    return `literal ${EOL.length}`;
  },
  [`template`]: async () => {
    'use step';
    return `template ${EOL.length}`;
  },
  async [`method`]() {
    'use step';
    return `method ${EOL.length}`;
  },
  [KEY]: async () => {
    'use step';
    return `dynamic ${EOL.length}`;
  },
  async [42]() {
    'use step';
    return `42 ${EOL.length}`;
  },
  [KEY + '2']: { inner: async () => { 'use step'; return `inner ${EOL.length}`; } },
};
class Jobs {
  static async ['literal']() {
    'use step';
    return `static ${EOL.length}`;
  }
  static async [`template`]() {
    'use step';
    return `template ${EOL.length}`;
  }
}

export async function flow() {
  'use workflow';
  return [
    await table.literal(),
    await table.template(),
    await table.method(),
    await table[KEY](),
    await table[42](),
    await (table['dynamic2'] as { inner(): Promise<string> }).inner(),
    await Jobs.literal(),
    await Jobs.template(),
  ];
}
