import { EOL } from 'node:os';

function createTools(tenant: string) {
  return {
    search: async (query: string) => {
      'use step';
      return `${tenant} ${query} ${EOL.length}`;
    },
    async remove(query: string) {
      'use step';
      return `${tenant} removes ${query} ${EOL.length}`;
    },
    constant: async () => {
      'use step';
      return EOL.length;
    },
  };
}

export async function work(tenant: string) {
  'use workflow';
  const tools = createTools(tenant);
  return [await tools.search('a'), await tools.remove('b'), await tools.constant()];
}
