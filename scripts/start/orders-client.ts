/** The example as its users see it: over HTTP and in no other way. */
export interface OrderState {
  runId: string;
  status: string;
  result?: unknown;
  error?: string;
}

/** As `examples/orders/shop/ledger.ts` writes it. */
export interface LedgerEntry {
  at: number;
  idempotencyKey: string;
  service: string;
  event: 'called' | 'refused' | 'done';
}

export interface FollowOptions {
  /** Index of the first line to read. */
  from: number;
  /** Breaks the connection. */
  signal: AbortSignal;
}

export class OrdersClient {
  readonly #shop: { readonly url: string };

  /** @param shop Asked for its address at each request. */
  constructor(shop: { readonly url: string }) {
    this.#shop = shop;
  }

  /** Gives the id of the run. @throws When the order is not accepted. */
  async placeOrder(order: object): Promise<string> {
    const answer = await this.#ask('/orders', { method: 'POST', body: JSON.stringify(order) });
    return ((await answer.json()) as OrderState).runId;
  }

  async readOrder(runId: string): Promise<OrderState> {
    return (await (await this.#ask(`/orders/${runId}`)).json()) as OrderState;
  }

  async readLedger(runId: string): Promise<LedgerEntry[]> {
    return (await (await this.#ask(`/orders/${runId}/ledger`)).json()) as LedgerEntry[];
  }

  /** The lines of progress as they come, until the run ends. @throws When the connection breaks. */
  async *followProgress(runId: string, { from, signal }: FollowOptions): AsyncGenerator<string, void, void> {
    const { body } = await this.#ask(`/orders/${runId}/progress?from=${from}`, { signal });
    let rest = '';
    for await (const text of body!.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split('\n');
      rest = lines.pop()!;
      yield* lines;
    }
  }

  async #ask(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(this.#shop.url + path, { ...init, headers });
    if (response.ok) return response;
    throw new Error(`${init.method ?? 'GET'} ${path} answered ${response.status}: ${await response.text()}`);
  }
}

/** Calls a webhook as the one who decides would, and gives the status of the answer. */
export async function postDecision(webhookUrl: string, decision: object): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(webhookUrl, { method: 'POST', headers, body: JSON.stringify(decision) });
  await response.arrayBuffer();
  return response.status;
}
