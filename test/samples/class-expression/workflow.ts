import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; let step$1; let step$2; registerWorkflow("workflow//./input//load", load); 

const Store = class Inner {
  static async load(...args) { return step$1(...args); } static { step$1 = /* @__PURE__ */ stepProxy("step//./input//Store.load", undefined, this.load); }
};
const register = <T>(cls: T): T => cls;
const Wrapped = register(
  class Named {
    static async load(...args) { return step$2(...args); } static { step$2 = /* @__PURE__ */ stepProxy("step//./input//Wrapped/Named.load", undefined, this.load); }
  },
);

export async function load() {
  
  return [await Store.load(), await Wrapped.load()];
}
