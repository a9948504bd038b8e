import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; let step$1; registerWorkflow("workflow//./input//flow", flow); 

class Jobs {
  static names: string[] = [];
  static {
    this.names.push('first');
  }
  static async list(...args) { return step$1(...args); } static { step$1 = /* @__PURE__ */ stepProxy("step//./input//Jobs.list", undefined, this.list); }
  static {
    const add = /* @__PURE__ */ stepProxy("step//./input//Jobs/add", undefined, undefined, undefined, 1);
    this.add = add;
  }
  declare static add: (n: number) => Promise<number>;
}

export async function flow() {
  
  return [await Jobs.list(), await Jobs.add(1)];
}
