import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//answer", answer); 
import { DurableAgent } from 'workflow/agent';

export async function answer(name: string) {
  
  const agent = new DurableAgent({
    model: stepProxy("step//./input//answer/agent/model", () => ({ name })),
    compaction: { maxInputTokens: 1000, model: stepProxy("step//./input//answer/agent/compaction/model", () => ({ name })) },
  });
  return await agent.stream();
}
