import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//answer", answer); 
import { DurableAgent } from 'workflow/agent';




export async function answer(options: { model?: string; isCheap: boolean }) {
  
  const list = [
    new DurableAgent({ model: options.isCheap ? stepProxy("step//./input//answer/list/model") : 'openai/best' }),
    new DurableAgent({ model: options.model ?? stepProxy("step//./input//answer/list/model~2") }),
    new DurableAgent({ model: stepProxy("step//./input//answer/list/model~3", ((captured) => () => captured)({ options })) }),
    new DurableAgent({ model: stepProxy("step//./input//answer/list/model~4") }),
    new DurableAgent({ model: stepProxy("step//./input//answer/list/model~5") }),
    new DurableAgent({ model: stepProxy("step//./input//answer/list/model~6", ((captured) => () => captured)({ options })) }),
    new DurableAgent({ model: stepProxy("step//./input//answer/list/model~7", ((captured) => () => captured)({ options })) }),
    new DurableAgent({ model: options.isCheap ? await Promise.resolve('awaited') : stepProxy("step//./input//answer/list/model~8") }),
  ];
  const told: unknown[] = [];
  for (const agent of list) told.push(await agent.stream());
  return told;
}
