/** What goes into an order, and what comes out of it. */
export interface Order {
  customer: string;
  item: string;
  quantity: number;
  /** In euros. */
  amount: number;
}

export type Outcome =
  | { outcome: 'shipped'; decidedBy: string; tracking: string }
  | { outcome: 'refunded'; decidedBy: string };

export interface Decision {
  approved: boolean;
  by: string;
}

/** The order in the body of a request; `null` when there is none. */
export async function readOrder(request: Request): Promise<Order | null> {
  const { customer, item, quantity, amount } = await readBody<Order>(request);
  const isOrder =
    typeof customer === 'string' && typeof item === 'string' && isPositive(quantity) && isPositive(amount);
  return isOrder ? { customer, item, quantity, amount } : null;
}

/** The decision in the body of a request; `null` when there is none. */
export async function readDecision(request: Request): Promise<Decision | null> {
  const { approved, by = 'someone' } = await readBody<Decision>(request);
  return typeof approved === 'boolean' && typeof by === 'string' ? { approved, by } : null;
}

/** What a stranger sent: any of the fields may be missing. */
async function readBody<T>(request: Request): Promise<Partial<T>> {
  const body: unknown = await request.json().catch(() => null);
  return typeof body === 'object' && body !== null ? body : {};
}

const isPositive = (value: unknown): value is number => typeof value === 'number' && value > 0;
