import { EOL } from 'node:os';
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
    'use step';
    return new Money(this.cents + other.cents + EOL.length);
  }
  get text(): Promise<string> {
    'use step';
    return Promise.resolve(`${this.cents / 100} EUR ${EOL.length}`);
  }
}
const KEY = Symbol.for('workflow-serialize');
/** Only steps make it. */
const Point = class {
  x = 1;
  static [Symbol.for('workflow-deserialize')] = (x: number) => Object.assign(new Point(), { x });
  static [KEY] = ({ x }: { x: number }) => x
};

async function makePoint() {
  'use step';
  return new Point();
}

export async function add(cents: number) {
  'use workflow';
  const sum = await new Money(cents).plus(new Money(5));
  return [sum, await sum.text, sum instanceof Money, (await makePoint()).x];
}
