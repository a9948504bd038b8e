import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow, registerStepClass } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

abstract class Base {
  static label = 'base';
  static async run(n: number) {
    
    return `${this.label} ${n} ${EOL.length}`;
  } static { registerStep("step//./input//Base.run", this.run, this); markStep("step//./input//Base.run", this.run); }
  abstract name(): string;; static { registerStepClass("class//./input//Base", this, "Base"); }
}
class Derived extends Base {
  static async more(n: number) {
    
    return `more ${n} ${EOL.length}`;
  } static { step$1("step//./input//Derived.more", this.more); }
  override name() {
    return 'derived';
  }; static { registerStepClass("class//./input//Derived", this, "Derived"); }
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }
