import { registerStep, registerClosure, markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerClosure("step//./input//Counter#twice", closure); markWorkflow("workflow//./input//count", count); import { EOL } from 'node:os';

class Counter {
  constructor(private start: number) {}
  async plain(n: number) {
    
    return n + EOL.length;
  } static { registerStep("step//./input//Counter#plain", this.prototype.plain); }
  twice = markStep("step//./input//Counter#twice", { twice: async (...args) => closure()(...args) }.twice);
  sum(): number {
    return this.start;
  }
}

export async function count() { return calledDirectly("workflow//./input//count"); }

function closure() { return { twice: async (n: number) => {
    
    return n * 2 * EOL.length;
  } }.twice; }
