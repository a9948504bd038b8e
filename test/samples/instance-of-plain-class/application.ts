import { registerStep, registerClosure, markStep, calledDirectly, markWorkflow, registerClass } from 'workflow/internal/compiled'; registerClosure("step//./input//Account#field", closure); registerClosure("step//./input//Account#create/inner", closure$1); markWorkflow("workflow//./input//reports", reports); import { EOL } from 'node:os';

export class Account {
  constructor(readonly owner: string) {}
  async report(kind: string) {
    
    return `${this.owner}: ${kind} ${EOL.length}`;
  } static { registerStep("step//./input//Account#report", this.prototype.report); }
  field = markStep("step//./input//Account#field", { field: async (...args) => closure({ this: this })(...args) }.field, () => ({ this: this }));
  create() {
    const inner = markStep("step//./input//Account#create/inner", { inner: async (...args) => closure$1({ this: this })(...args) }.inner, () => ({ this: this }));
    return inner;
  }
  static async all() {
    
    return this.name;
  } static { registerStep("step//./input//Account.all", this.all, this); }; static { registerClass("class//./input//Account", this, "Account"); }
}
export class Special extends Account {
  async other() {
    
    return this.owner;
  } static { registerStep("step//./input//Special#other", this.prototype.other); }; static { registerClass("class//./input//Special", this, "Special"); }
}

export async function reports() { return calledDirectly("workflow//./input//reports"); }

function closure({ this: self }) { return (function () { return { field: async () => {
    
    return this.owner;
  } }.field; }).call(self); }

function closure$1({ this: self$1 }) { return (function () { return { inner: async () => {
      
      return this.owner;
    } }.inner; }).call(self$1); }
