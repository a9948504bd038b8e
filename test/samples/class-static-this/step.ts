import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow, registerStepClass } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';
import { Shared } from './inherited-class';

class Base {
  static label = 'base';
  static async run(n: number) {
    
    return `${this.label} ${n} ${EOL.length}`;
  } static { registerStep("step//./input//Base.run", this.run, this); markStep("step//./input//Base.run", this.run); }
  static field = step$1("step//./input//Base.field", { field: async function (this: typeof Base) {
    
    return `${this.label} ${EOL.length}`;
  } }.field);
  static get got() {
    
    return this.label + EOL.length;
  } static { registerStep("step//./input//Base.got", Object.getOwnPropertyDescriptor(this, "got").get, this); }; static { registerStepClass("class//./input//Base", this, "Base"); }
}
class Derived extends Base {
  static override label = 'derived';
  static override async run(n: number) {
    
    return `over ${await super.run(n)}`;
  } static { registerStep("step//./input//Derived.run", this.run, this); markStep("step//./input//Derived.run", this.run); }; static { registerStepClass("class//./input//Derived", this, "Derived"); }
}
class Twice extends Derived {
  static override label = 'twice';; static { registerStepClass("class//./input//Twice", this, "Twice"); }
}
class OfShared extends Shared {
  static override label = 'of shared';; static { registerStepClass("class//./input//OfShared", this, "OfShared"); }; static #registered = /* @__PURE__ */ (cls => ((globalThis[Symbol.for("workflow.step-errors")] ??= new Map()).set("class//./input//OfShared", cls), cls))(OfShared);
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }
