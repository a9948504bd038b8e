import { stepProxy, registerWorkflow, registerClass, registerError } from 'workflow/internal/compiled'; let step$1; let step$2; registerWorkflow("workflow//./input//flow", flow); 
import { Shared } from './inherited-class';

class Base {
  static label = 'base';
  static async run(...args) { return step$1.apply(this, args); } static { step$1 = /* @__PURE__ */ stepProxy("step//./input//Base.run", undefined, this.run, true, 1); }
  static field = /* @__PURE__ */ stepProxy("step//./input//Base.field", undefined, undefined, true);
  static get got() { return stepProxy("step//./input//Base.got", undefined, undefined, true).call(this); }; static { registerClass("class//./input//Base", this, "Base"); }
}
class Derived extends Base {
  static override label = 'derived';
  static override async run(...args) { return step$2.apply(this, args); } static { step$2 = /* @__PURE__ */ stepProxy("step//./input//Derived.run", undefined, this.run, true, 1); }; static { registerClass("class//./input//Derived", this, "Derived"); }
}
class Twice extends Derived {
  static override label = 'twice';; static { registerClass("class//./input//Twice", this, "Twice"); }
}
class OfShared extends Shared {
  static override label = 'of shared';; static { registerClass("class//./input//OfShared", this, "OfShared"); }; static #registered = /* @__PURE__ */ registerError("class//./input//OfShared", OfShared);
}

export async function flow() {
  
  const calls = [Base, Derived, Twice].map(async (cls) => [await cls.run(1), await cls.field(), await cls.got]);
  return [
    ...(await Promise.all(calls)),
    await OfShared.describe(),
    await Base.run.call(Twice, 2),
    await Base.run.apply(Derived, [3]),
    await Base.run.bind(Twice)(4),
    await Base.run.call({ label: 'object' } as unknown as typeof Base, 5),
  ];
}
