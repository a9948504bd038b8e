import { z } from 'zod';
import { format as search } from 'node:util';
import { agent, tool } from './agent';

export const assistant = agent({
  model: 'm',
  tools: {
    search: tool({
      inputSchema: z.object({ query: z.string() }),
      execute: async ({ query }) => {
        'use step';
        return search(query);
      },
    }),
  },
});
export default agent({
  async execute() {
    'use step';
    return search();
  },
});

export async function chat() {
  'use workflow';
  return assistant.run();
}
