import { stepProxy, registerWorkflow, registerClass } from 'workflow/internal/compiled'; let step$1; const step$2 = /* @__PURE__ */ stepProxy("step//./input//makePoint", undefined, makePoint); registerWorkflow("workflow//./input//add", add); 
import { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from 'workflow';

export class Money {
  constructor(readonly cents: number) {}
  static [WORKFLOW_SERIALIZE](money: Money) {
    return money.cents;
  }
  static [WORKFLOW_DESERIALIZE](cents: number) {
    return new Money(cents);
  }
  async plus(...args) { return step$1.apply(this, args); } static { step$1 = /* @__PURE__ */ stepProxy("step//./input//Money#plus", undefined, this.prototype.plus, true, 1); }
  get text() { return stepProxy("step//./input//Money#text", undefined, undefined, true).call(this); }; static { registerClass("class//./input//Money", this, "Money"); }
}
const KEY = /* @__PURE__ */ (() => (Symbol.for('workflow-serialize')))();
/** Only steps make it. */
const Point = class {
  x = 1;
  static [Symbol.for('workflow-deserialize')] = (x: number) => Object.assign(new Point(), { x });
  static [KEY] = ({ x }: { x: number }) => x; static { registerClass("class//./input//Point", this, "Point"); }
};

async function makePoint(...args) { return step$2(...args); }

export async function add(cents: number) {
  
  const sum = await new Money(cents).plus(new Money(5));
  return [sum, await sum.text, sum instanceof Money, (await makePoint()).x];
}
