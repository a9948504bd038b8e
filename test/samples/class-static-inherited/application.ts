import { registerStep, calledDirectly, markWorkflow, registerClass } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

abstract class Base {
  static label = 'base';
  static async run(n: number) {
    
    return `${this.label} ${n} ${EOL.length}`;
  } static { registerStep("step//./input//Base.run", this.run, this); }
  abstract name(): string;; static { registerClass("class//./input//Base", this, "Base"); }
}
class Derived extends Base {
  static async more(n: number) {
    
    return `more ${n} ${EOL.length}`;
  } static { registerStep("step//./input//Derived.more", this.more); }
  override name() {
    return 'derived';
  }; static { registerClass("class//./input//Derived", this, "Derived"); }
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }
