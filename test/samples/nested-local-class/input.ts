import { EOL } from 'node:os';

export async function flow(unit: string) {
  'use workflow';
  class Money {
    constructor(readonly cents: number) {}
    toString(): string {
      return `${this.cents} ${unit}${EOL.length}`;
    }
  }
  class Debt extends Money {
    override toString(): string {
      return `-${super.toString()}`;
    }
  }
  const format = async (cents: number) => {
    'use step';
    return [new Money(cents).toString(), `${new Debt(cents)}`];
  };
  return format(5);
}
