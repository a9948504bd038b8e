import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//onHost", undefined, onHost); registerWorkflow("workflow//./input//answer", answer); 
import { DurableAgent } from 'workflow/agent';

export const support = new DurableAgent({ model: stepProxy("step//./input//support/model") });

const createAgent = (id: string) => new DurableAgent({ model: stepProxy("step//./input//createAgent/model", ((captured) => () => captured)({ id })) });

function createAgents() {
  return {
    first: new DurableAgent({ model: stepProxy("step//./input//createAgents/first/model") }),
    second: new DurableAgent({ model: stepProxy("step//./input//createAgents/second/model") }),
  };
}

class Team {
  static lead = new DurableAgent({ model: stepProxy("step//./input//Team.lead/model") });
  readonly name: string;
  helper = new DurableAgent({ model: stepProxy("step//./input//Team#helper/model") });
  constructor(name: string) {
    this.name = name;
  }
  member() {
    return new DurableAgent({ model: stepProxy("step//./input//Team#member/model", ((captured) => () => captured)({ this: this })) });
  }
}

async function onHost(...args) { return step$1(...args); }

export async function answer() {
  
  const { first, second } = createAgents();
  const team = new Team('a');
  const told: unknown[] = [await onHost()];
  for (const agent of [support, createAgent('helper'), first, second, Team.lead, team.helper]) {
    told.push(await agent.stream());
  }
  return told;
}

/** Of the application, where nothing is an agent: it may do what no step could. */
export async function countTransforms() {
  let count = 0;
  const other = { stream: async (options: { experimental_transform: () => number }) => options.experimental_transform() };
  await other.stream({ experimental_transform: () => (count += 1) });
  return count;
}
