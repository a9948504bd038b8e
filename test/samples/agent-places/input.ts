import { openai } from '@ai-sdk/openai';
import { DurableAgent } from 'workflow/agent';

export const support = new DurableAgent({ model: openai('at module level') });

const createAgent = (id: string) => new DurableAgent({ model: openai(id) });

function createAgents() {
  return {
    first: new DurableAgent({ model: openai('first') }),
    second: new DurableAgent({ model: () => openai('second') }),
  };
}

class Team {
  static lead = new DurableAgent({ model: openai('static') });
  readonly name: string;
  helper = new DurableAgent({ model: openai('field') });
  constructor(name: string) {
    this.name = name;
  }
  member() {
    return new DurableAgent({ model: openai(`method of ${this.constructor.name}`.slice(0, 9)) });
  }
}

async function onHost() {
  'use step';
  const agent = new DurableAgent({ model: openai('on a host') });
  const other = { stream: async (options: { experimental_transform: string[] }) => options };
  const { experimental_transform: kept } = await other.stream({ experimental_transform: [openai('kept').id] });
  return [await agent.stream(), kept];
}

export async function answer() {
  'use workflow';
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
