import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; let step$1; let step$2; registerWorkflow("workflow//./input//flow", flow); 

export default class {
  static async load(...args) { return step$1(...args); } static { step$1 = /* @__PURE__ */ stepProxy("step//./input//default.load", undefined, this.load); }
  async save(...args) { return step$2(...args); } static { step$2 = /* @__PURE__ */ stepProxy("step//./input//default#save", undefined, this.prototype.save); }
}

export async function flow() {
  
}
