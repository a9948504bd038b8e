import { EOL } from 'node:os';

type Order = { id: number };
const Order = (id: number): Order => ({ id });
interface Price {
  cents: number;
}
class Price {
  static async load(order: Order) {
    'use step';
    return { cents: order.id * 100 + EOL.length };
  }
}
export { Order, type Price };

export async function flow() {
  'use workflow';
  const order: Order = Order(2);
  return Price.load(order);
}
