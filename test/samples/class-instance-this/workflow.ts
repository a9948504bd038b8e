import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; let step$1; registerWorkflow("workflow//./input//reports", reports); 

export class Account {
  constructor(readonly owner: string) {}
  async report(...args) { return step$1.apply(this, args); } static { step$1 = /* @__PURE__ */ stepProxy("step//./input//Account#report", undefined, this.prototype.report, true); }
}

export async function reports(owner: string) {
  
  return new Account(owner).report('balance');
}
