import { FatalError, WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from 'workflow';

/** Has a private field, which only instances of this very class have. */
export class Money {
  readonly #cents: number;

  constructor(cents: number) {
    this.#cents = cents;
  }

  static centsOf(money: Money): number {
    return money.#cents;
  }

  static [WORKFLOW_SERIALIZE](money: Money): number {
    return money.#cents;
  }

  static [WORKFLOW_DESERIALIZE](cents: number): Money {
    return new Money(cents);
  }
}

export async function payTwice(price: Money): Promise<Money> {
  'use workflow';
  const first = await add(new Money(0), price);
  return new Money(Money.centsOf(await add(first, price)));
}

async function add(sum: Money, price: Money): Promise<Money> {
  'use step';
  if (!(sum instanceof Money)) throw new FatalError('the sum is no Money here');
  return new Money(Money.centsOf(sum) + Money.centsOf(price));
}
