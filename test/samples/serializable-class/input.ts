import { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from 'workflow';

export class Money {
  constructor(readonly cents: number) {}
  static [WORKFLOW_SERIALIZE](money: Money) {
    return money.cents;
  }
  static [WORKFLOW_DESERIALIZE](cents: number) {
    return new Money(cents);
  }
  async format(currency: string) {
    'use step';
    return `${this.cents / 100} ${currency}`;
  }
}
const KEY = Symbol.for('workflow-serialize');
const Point = class {
  static [KEY]() {}
};

export async function flow(cents: number) {
  'use workflow';
  return [await new Money(cents).format('EUR'), Point.name];
}
