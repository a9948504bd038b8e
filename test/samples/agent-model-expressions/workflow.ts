import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//answer", answer); 

import * as agents from 'workflow/agent';
import { DurableAgent as Agent } from 'workflow/agent';










export async function answer() {
  
  const list = [
    new Agent({ model: 'openai/gpt-5' }),
    new Agent({ model: `openai/gpt-5` }),
    new Agent({ model: stepProxy("step//./input//answer/list/model") }),
    new Agent({ model: stepProxy("step//./input//answer/list/model~2") }),
    new Agent({ model: stepProxy("step//./input//answer/list/model~3") }),
    new Agent({ model: stepProxy("step//./input//answer/list/model~4") }),
    new Agent({ model: stepProxy("step//./input//answer/list/model~5") }),
    new agents.DurableAgent({ model: stepProxy("step//./input//answer/list/model~6") }),
    new Agent({ model: stepProxy("step//./input//answer/list/model~7") }),
    new Agent({ model: stepProxy("step//./input//answer/list/model~8") }),
    new Agent({ model: stepProxy("step//./input//answer/list/model~9") }),
    new Agent({ model: stepProxy("step//./input//answer/list/model~10") }),
    new Agent({ model: stepProxy("step//./input//answer/list/model~11") }),
    new Agent({ model: stepProxy("step//./input//answer/list/model~12") }),
    new Agent({ ['model']: stepProxy("step//./input//answer/list/model~13") }),
    new Agent({ ...{ model: 'spread' }, model: stepProxy("step//./input//answer/list/model~14") } satisfies object),
    new Agent({
      // What a model is.
      model: /* the best */ stepProxy("step//./input//answer/list/model~15"),
    }),
  ];
  const told: unknown[] = [];
  for (const agent of list) told.push(await agent.stream());
  return told;
}
