import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//chooseModel", undefined, chooseModel); registerWorkflow("workflow//./input//answer", answer); 
import { DurableAgent } from 'workflow/agent';

let current = 'changed by the run';
export function use(name: string) {
  current = name;
}

async function chooseModel(...args) { return step$1(...args); }

class Settings {
  model = 'of this';
  agent() {
    return new DurableAgent({ model: this.model });
  }
}

export async function answer(options: { model?: string; names: string[] }) {
  
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
      model: stepProxy("step//./input//answer/list/model"),
    }),
    new Settings().agent(),
  ];
  const told: unknown[] = [];
  for (const agent of list) told.push(await agent.stream());
  return told;
}
