import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

abstract class Base {
  static label = 'base';
  static async run(n: number) {
    
    return `${this.label} ${n} ${EOL.length}`;
  } static { markStep("step//./input//Base.run", this.run); }
  abstract name(): string;
}
class Derived extends Base {
  static async more(n: number) {
    
    return `more ${n} ${EOL.length}`;
  } static { markStep("step//./input//Derived.more", this.more); }
  override name() {
    return 'derived';
  }
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }
