import { Denied, state } from './route-state.js';

export class Money {
  #cents;
  constructor(cents) {
    this.#cents = cents;
  }
  static cents(money) {
    return money.#cents;
  }
  static [Symbol.for('workflow-serialize')](money) {
    return money.#cents;
  }
  static [Symbol.for('workflow-deserialize')](cents) {
    return new Money(cents);
  }
}

export async function run(money) {
  'use workflow';
  try {
    await deny();
  } catch (error) {
    return await see(money, error);
  }
}

async function deny() {
  'use step';
  throw new Denied('no');
}
deny.maxRetries = 0;

async function see(money, error) {
  'use step';
  state.calls++;
  const seen = { layer: state.layer, isMoney: money instanceof Money, isDenied: error instanceof Denied };
  return { seen, money: new Money(Money.cents(money) + 1) };
}
