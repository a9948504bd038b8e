import { openai } from '@ai-sdk/openai';
import { DurableAgent } from 'workflow/agent';

let current = 'changed by the run';
export function use(name: string) {
  current = name;
}

async function chooseModel() {
  'use step';
  return openai('by step').id;
}

class Settings {
  model = 'of this';
  agent() {
    return new DurableAgent({ model: this.model });
  }
}

export async function answer(options: { model?: string; names: string[] }) {
  'use workflow';
  const [name] = options.names;
  use('changed');
  const list = [
    new DurableAgent({ model: options.model }),
    new DurableAgent({ model: name }),
    new DurableAgent({ model: `openai/${name}` }),
    new DurableAgent({ model: options.names.at(-1) }),
    new DurableAgent({ model: current }),
    new DurableAgent({ model: await chooseModel() }),
    new DurableAgent({ model: chooseModel }),
    new DurableAgent({
      model: async () => {
        'use step';
        return openai('step in place').id;
      },
    }),
    new Settings().agent(),
  ];
  const told: unknown[] = [];
  for (const agent of list) told.push(await agent.stream());
  return told;
}
