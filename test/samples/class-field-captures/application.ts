import { registerClosure, markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerClosure("step//./input//Queue/constructor/run", closure); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

/** Each instance has steps of its own, made from what the constructor got. */
class Queue {
  run: (n: number) => Promise<string>;
  constructor(name: string) {
    this.run = markStep("step//./input//Queue/constructor/run", { run: async (...args) => closure({ name })(...args) }.run, () => ({ name }));
  }
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ name }) { return { run: async (n) => {
      
      return `${name} ${n} ${EOL.length}`;
    } }.run; }
