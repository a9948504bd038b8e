import { readdir } from 'node:fs/promises';

const tools = {
  prefix: 'x',
  search: {
    description: 'search',
    async execute(query: string) {
      'use step';
      return `${query}:${typeof readdir}`;
    },
  },
  plain: async (query: string) => {
    'use step';
    return `${query}:${typeof readdir}`;
  },
  'quoted-key': async function (query: string) {
    'use step';
    return query + typeof readdir;
  },
  ['computed']: async () => {
    'use step';
    return typeof readdir;
  },
  7: async () => {
    'use step';
    return typeof readdir;
  },
  async withSelf(text: string) {
    'use step';
    return this.prefix + text + typeof readdir;
  },
};

export async function agent(query: string) {
  'use workflow';
  const { plain } = tools;
  return [
    await tools.search.execute(query),
    await plain(query),
    await tools['quoted-key'](query),
    await tools.computed(),
    await tools[7](),
  ];
}
