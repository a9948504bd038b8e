import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); import { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from 'workflow';

export class Money {
  constructor(readonly cents: number) {}
  static [WORKFLOW_SERIALIZE](money: Money) {
    return money.cents;
  }
  static [WORKFLOW_DESERIALIZE](cents: number) {
    return new Money(cents);
  }
  async format(currency: string) {
    
    return `${this.cents / 100} ${currency}`;
  } static { registerStep("step//./input//Money#format", this.prototype.format); markStep("step//./input//Money#format", this.prototype.format); }
}
const KEY = Symbol.for('workflow-serialize');
const Point = class {
  static [KEY]() {}
};

export async function flow(cents: number) { return calledDirectly("workflow//./input//flow"); }
