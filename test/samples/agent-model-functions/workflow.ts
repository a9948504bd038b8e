import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//answer", answer); 
import { DurableAgent } from 'workflow/agent';

export async function answer(name: string) {
  
  let version = 1;
  const suffix = undefined;
  const pick = undefined;
  const model = undefined;
  const list = [
    new DurableAgent({ model: stepProxy("step//./input//answer/list/model") }),
    new DurableAgent({ model: stepProxy("step//./input//answer/list/model~2") }),
    new DurableAgent({ model: stepProxy("step//./input//answer/list/model~3", () => ({ name })) }),
    new DurableAgent({
      model: stepProxy("step//./input//answer/list/model~4", () => ({ name })),
    }),
    new DurableAgent({
      model: stepProxy("step//./input//answer/list/model~5", () => ({ version })),
    }),
    new DurableAgent({
      model: stepProxy("step//./input//answer/list/model~6", () => ({ name })),
    }),
    new DurableAgent({ model: stepProxy("step//./input//answer/list/model~7", () => ({ name, version })) }),
    new DurableAgent({ model: stepProxy("step//./input//answer/list/model~8") }),
    new DurableAgent({ model: stepProxy("step//./input//answer/list/model~9") }),
  ];
  version = 2;
  const told: unknown[] = [];
  for (const agent of list) told.push(await agent.stream());
  return told;
}
