import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//answer", answer); 
import { DurableAgent } from 'workflow/agent';



export async function answer(names: ('a' | 'b')[], options: { id: string }) {
  
  let version = 1;
  const withVersion = undefined;
  const list = names.map((name) => new DurableAgent({ model: stepProxy("step//./input//answer/list/model", ((captured) => () => captured)({ name, options })) }));
  for (const name of names) list.push(new DurableAgent({ model: stepProxy("step//./input//answer/model", ((captured) => () => captured)({ name })) }));
  list.push(new DurableAgent({ model: stepProxy("step//./input//answer/model~2", ((captured) => () => captured)({ options, version })) }));
  list.push(new DurableAgent({ model: stepProxy("step//./input//answer/model~3", () => ({ version })) }));
  list.push(new DurableAgent({ model: stepProxy("step//./input//answer/model~4", ((captured) => () => captured)({ names })) }));
  // What is called at once has what variables held then, a function has what they hold when it is called.
  const early = new DurableAgent({ model: stepProxy("step//./input//answer/early/model", ((captured) => () => captured)({ version })) });
  const late = new DurableAgent({ model: stepProxy("step//./input//answer/late/model", () => ({ version })) });
  version = 2;
  const told: unknown[] = [];
  for (const agent of [...list, early, late]) told.push(await agent.stream());
  return told;
}
