import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//chat", chat); 

class Agent {
  constructor(readonly options: { tools: Record<string, { execute(text: string): Promise<string> }> }) {}
  async run(text: string) {
    const results: string[] = [];
    for (const tool of Object.values(this.options.tools)) results.push(await tool.execute(text));
    return results;
  }
}

export async function chat(user: string) {
  
  const agent = new Agent({
    tools: {
      greet: {
        execute: stepProxy("step//./input//chat/agent/tools/greet/execute", () => ({ user }), undefined, undefined, 1),
      },
      shout: {
        execute: stepProxy("step//./input//chat/agent/tools/shout/execute", () => ({ user }), undefined, undefined, 1),
      },
      named: {
        execute: stepProxy("step//./input//chat/agent/tools/named/execute", () => ({ user }), undefined, undefined, 1),
      },
    },
  });
  return agent.run('hello');
}
