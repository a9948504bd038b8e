import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; let step$1; registerWorkflow("workflow//./input//flow", flow); import { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from 'workflow';

export class Money {
  constructor(readonly cents: number) {}
  static [WORKFLOW_SERIALIZE](money: Money) {
    return money.cents;
  }
  static [WORKFLOW_DESERIALIZE](cents: number) {
    return new Money(cents);
  }
  async format(...args) { return step$1.apply(this, args); } static { step$1 = /* @__PURE__ */ stepProxy("step//./input//Money#format", undefined, this.prototype.format, true); }
}
const KEY = /* @__PURE__ */ (() => (Symbol.for('workflow-serialize')))();
const Point = class {
  static [KEY]() {}
};

export async function flow(cents: number) {
  
  return [await new Money(cents).format('EUR'), Point.name];
}
