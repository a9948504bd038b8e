import { registerStep, calledDirectly, markWorkflow, registerClass } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';
import { Shared } from './inherited-class';

class Base {
  static label = 'base';
  static async run(n: number) {
    
    return `${this.label} ${n} ${EOL.length}`;
  } static { registerStep("step//./input//Base.run", this.run, this); }
  static field = registerStep("step//./input//Base.field", { field: async function (this: typeof Base) {
    
    return `${this.label} ${EOL.length}`;
  } }.field);
  static get got() {
    
    return this.label + EOL.length;
  } static { registerStep("step//./input//Base.got", Object.getOwnPropertyDescriptor(this, "got").get, this); }; static { registerClass("class//./input//Base", this, "Base"); }
}
class Derived extends Base {
  static override label = 'derived';
  static override async run(n: number) {
    
    return `over ${await super.run(n)}`;
  } static { registerStep("step//./input//Derived.run", this.run, this); }; static { registerClass("class//./input//Derived", this, "Derived"); }
}
class Twice extends Derived {
  static override label = 'twice';; static { registerClass("class//./input//Twice", this, "Twice"); }
}
class OfShared extends Shared {
  static override label = 'of shared';; static { registerClass("class//./input//OfShared", this, "OfShared"); }; static #registered = /* @__PURE__ */ (cls => ((globalThis[Symbol.for("workflow.application-errors")] ??= new Map()).set("class//./input//OfShared", cls), cls))(OfShared);
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }
