import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//answer", answer); 
import { DurableAgent } from 'workflow/agent';

export async function answer(delay) {
  
  const agent = new DurableAgent({ model: stepProxy("step//./input//answer/agent/model", () => ({ delay })), tools: {} });
  const other = new DurableAgent({ model: stepProxy("step//./input//answer/other/model") });
  return [await agent.stream({ experimental_transform: stepProxy("step//./input//answer/experimental_transform", ((captured) => () => captured)({ delay })) }), await other.stream()];
}
