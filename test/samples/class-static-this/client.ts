import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';
import { Shared } from './inherited-class';

class Base {
  static label = 'base';
  static async run(n: number) {
    
    return `${this.label} ${n} ${EOL.length}`;
  } static { markStep("step//./input//Base.run", this.run); }
  static field = markStep("step//./input//Base.field", { field: async function (this: typeof Base) {
    
    return `${this.label} ${EOL.length}`;
  } }.field);
  static get got() {
    
    return this.label + EOL.length;
  }
}
class Derived extends Base {
  static override label = 'derived';
  static override async run(n: number) {
    
    return `over ${await super.run(n)}`;
  } static { markStep("step//./input//Derived.run", this.run); }
}
class Twice extends Derived {
  static override label = 'twice';
}
class OfShared extends Shared {
  static override label = 'of shared';; static #registered = /* @__PURE__ */ (cls => ((globalThis[Symbol.for("workflow.application-errors")] ??= new Map()).set("class//./input//OfShared", cls), cls))(OfShared);
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }
