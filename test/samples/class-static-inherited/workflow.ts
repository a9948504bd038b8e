import { stepProxy, registerWorkflow, registerClass } from 'workflow/internal/compiled'; let step$1; let step$2; registerWorkflow("workflow//./input//flow", flow); 

abstract class Base {
  static label = 'base';
  static async run(...args) { return step$1.apply(this, args); } static { step$1 = /* @__PURE__ */ stepProxy("step//./input//Base.run", undefined, this.run, true, 1); }
  abstract name(): string;; static { registerClass("class//./input//Base", this, "Base"); }
}
class Derived extends Base {
  static async more(...args) { return step$2(...args); } static { step$2 = /* @__PURE__ */ stepProxy("step//./input//Derived.more", undefined, this.more, undefined, 1); }
  override name() {
    return 'derived';
  }; static { registerClass("class//./input//Derived", this, "Derived"); }
}

export async function flow() {
  
  return [await Base.run(1), await Derived.more(2), new Derived().name()];
}
