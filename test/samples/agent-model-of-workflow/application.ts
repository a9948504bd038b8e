import { registerStep, calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; registerStep("step//./input//chooseModel", chooseModel); markWorkflow("workflow//./input//answer", answer); registerClosure("step//./input//answer/list/model", closure); import { openai } from '@ai-sdk/openai';
import { DurableAgent } from 'workflow/agent';

let current = 'changed by the run';
export function use(name: string) {
  current = name;
}

async function chooseModel() {
  
  return openai('by step').id;
}

class Settings {
  model = 'of this';
  agent() {
    return new DurableAgent({ model: this.model });
  }
}

export async function answer() { return calledDirectly("workflow//./input//answer"); }

function closure() { return { model: async () => {
        
        return openai('step in place').id;
      } }.model; }
