import { calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//chat", chat); import { EOL } from 'node:os';

class Agent {
  constructor(readonly options: { tools: Record<string, { execute(text: string): Promise<string> }> }) {}
  async run(text: string) {
    const results: string[] = [];
    for (const tool of Object.values(this.options.tools)) results.push(await tool.execute(text));
    return results;
  }
}

export async function chat() { return calledDirectly("workflow//./input//chat"); }
