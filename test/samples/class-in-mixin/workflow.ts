import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; let step$1; registerWorkflow("workflow//./input//flow", flow); 

type Constructor = new (...args: any[]) => object;
const named = <T extends Constructor>(cls: T) =>
  class extends cls {
    label = 'named';
  };
const Store = named(
  class Inner {
    static async load(...args) { return step$1(...args); } static { step$1 = /* @__PURE__ */ stepProxy("step//./input//Store/Inner.load", undefined, this.load); }
  },
);

export async function flow() {
  
  return [new Store().label, await (Store as unknown as { load(): Promise<string> }).load()];
}
