import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

class Counter {
  static accessor count = 2;
  static async read() {
    
    return Counter.count + EOL.length;
  } static { registerStep("step//./input//Counter.read", this.read); }
  static accessor run = registerStep("step//./input//Counter.run", { run: async (n: number) => {
    
    return n + EOL.length;
  } }.run);
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }
