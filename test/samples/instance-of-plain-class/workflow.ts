import { stepProxy, registerWorkflow, registerClass } from 'workflow/internal/compiled'; let step$1; let step$2; let step$3; registerWorkflow("workflow//./input//reports", reports); 

export class Account {
  constructor(readonly owner: string) {}
  async report(...args) { return step$1.apply(this, args); } static { step$1 = /* @__PURE__ */ stepProxy("step//./input//Account#report", undefined, this.prototype.report, true, 1); }
  field = stepProxy("step//./input//Account#field", () => ({ this: this }));
  create() {
    const inner = stepProxy("step//./input//Account#create/inner", () => ({ this: this }));
    return inner;
  }
  static async all(...args) { return step$2.apply(this, args); } static { step$2 = /* @__PURE__ */ stepProxy("step//./input//Account.all", undefined, this.all, true); }; static { registerClass("class//./input//Account", this, "Account"); }
}
export class Special extends Account {
  async other(...args) { return step$3.apply(this, args); } static { step$3 = /* @__PURE__ */ stepProxy("step//./input//Special#other", undefined, this.prototype.other, true); }; static { registerClass("class//./input//Special", this, "Special"); }
}

export async function reports(owner: string) {
  
  return new Account(owner).report('balance');
}
