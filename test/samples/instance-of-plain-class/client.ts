import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//reports", reports); import { EOL } from 'node:os';

export class Account {
  constructor(readonly owner: string) {}
  async report(kind: string) {
    
    return `${this.owner}: ${kind} ${EOL.length}`;
  } static { markStep("step//./input//Account#report", this.prototype.report); }
  field = markStep("step//./input//Account#field", { field: async () => {
    
    return this.owner;
  } }.field, () => ({ this: this }));
  create() {
    const inner = markStep("step//./input//Account#create/inner", { inner: async () => {
      
      return this.owner;
    } }.inner, () => ({ this: this }));
    return inner;
  }
  static async all() {
    
    return this.name;
  } static { markStep("step//./input//Account.all", this.all); }
}
export class Special extends Account {
  async other() {
    
    return this.owner;
  } static { markStep("step//./input//Special#other", this.prototype.other); }
}

export async function reports() { return calledDirectly("workflow//./input//reports"); }
