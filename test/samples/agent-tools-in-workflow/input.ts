import { EOL } from 'node:os';

class Agent {
  constructor(readonly options: { tools: Record<string, { execute(text: string): Promise<string> }> }) {}
  async run(text: string) {
    const results: string[] = [];
    for (const tool of Object.values(this.options.tools)) results.push(await tool.execute(text));
    return results;
  }
}

export async function chat(user: string) {
  'use workflow';
  const agent = new Agent({
    tools: {
      greet: {
        execute: async (text) => {
          'use step';
          return `${text} ${user} ${EOL.length}`;
        },
      },
      shout: {
        async execute(text) {
          'use step';
          return `${text} ${user}!`.toUpperCase() + EOL.length;
        },
      },
      named: {
        execute: async function say(text: string) {
          'use step';
          return `${say.name} ${text} ${user} ${EOL.length}`;
        },
      },
    },
  });
  return agent.run('hello');
}
