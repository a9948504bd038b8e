import { registerStep, calledDirectly, markWorkflow, registerClass } from 'workflow/internal/compiled'; registerStep("step//./input//makePoint", makePoint); markWorkflow("workflow//./input//add", add); import { EOL } from 'node:os';
import { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from 'workflow';

export class Money {
  constructor(readonly cents: number) {}
  static [WORKFLOW_SERIALIZE](money: Money) {
    return money.cents;
  }
  static [WORKFLOW_DESERIALIZE](cents: number) {
    return new Money(cents);
  }
  async plus(other: Money) {
    
    return new Money(this.cents + other.cents + EOL.length);
  } static { registerStep("step//./input//Money#plus", this.prototype.plus); }
  get text(): Promise<string> {
    
    return Promise.resolve(`${this.cents / 100} EUR ${EOL.length}`);
  } static { registerStep("step//./input//Money#text", Object.getOwnPropertyDescriptor(this.prototype, "text").get); }; static { registerClass("class//./input//Money", this, "Money"); }
}
const KEY = Symbol.for('workflow-serialize');
/** Only steps make it. */
const Point = class {
  x = 1;
  static [Symbol.for('workflow-deserialize')] = (x: number) => Object.assign(new Point(), { x });
  static [KEY] = ({ x }: { x: number }) => x; static { registerClass("class//./input//Point", this, "Point"); }
};

async function makePoint() {
  
  return new Point();
}

export async function add() { return calledDirectly("workflow//./input//add"); }
