import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

class Counter {
  static accessor count = 2;
  static async read() {
    
    return Counter.count + EOL.length;
  } static { step$1("step//./input//Counter.read", this.read); }
  static accessor run = step$1("step//./input//Counter.run", { run: async (n: number) => {
    
    return n + EOL.length;
  } }.run);
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }
