import { calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//chat", chat); registerClosure("step//./input//chat/agent/tools/greet/execute", closure); registerClosure("step//./input//chat/agent/tools/shout/execute", closure$1); registerClosure("step//./input//chat/agent/tools/named/execute", closure$2); import { EOL } from 'node:os';

class Agent {
  constructor(readonly options: { tools: Record<string, { execute(text: string): Promise<string> }> }) {}
  async run(text: string) {
    const results: string[] = [];
    for (const tool of Object.values(this.options.tools)) results.push(await tool.execute(text));
    return results;
  }
}

export async function chat() { return calledDirectly("workflow//./input//chat"); }

function closure({ user }) { return { execute: async (text) => {
          
          return `${text} ${user} ${EOL.length}`;
        } }.execute; }

function closure$1({ user }) { return { async execute(text) {
          
          return `${text} ${user}!`.toUpperCase() + EOL.length;
        } }.execute; }

function closure$2({ user }) { return async function say(text: string) {
          
          return `${say.name} ${text} ${user} ${EOL.length}`;
        }; }
