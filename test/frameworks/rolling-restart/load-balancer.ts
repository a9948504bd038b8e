/** A load balancer in front of several servers. It notes every request that a visitor would call failed. */
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request as sendRequest,
  type Server,
  type ServerResponse,
} from 'node:http';
import { pipeline } from 'node:stream/promises';

/** Headers that say how to go on with a connection, and not what is answered. */
const OF_ONE_CONNECTION: ReadonlySet<string> = new Set(['connection', 'keep-alive']);

export class LoadBalancer {
  readonly url: string;
  /** Answers of 500 and more, and those that broke off. */
  readonly failures: string[] = [];
  /** How many requests have come. */
  requests = 0;
  readonly #server: Server;
  #upstreams: string[] = [];
  #turn = 0;

  private constructor(server: Server, port: number) {
    this.#server = server.on('request', (request, response) => void this.#forward(request, response));
    this.url = `http://127.0.0.1:${port}`;
  }

  static async open(): Promise<LoadBalancer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new LoadBalancer(server, (server.address() as { port: number }).port);
  }

  /** New requests go to this server, too. */
  add(url: string): void {
    this.#upstreams.push(url);
  }

  /** No new request goes to this server; those under way stay. */
  remove(url: string): void {
    this.#upstreams = this.#upstreams.filter((upstream) => upstream !== url);
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests += 1;
    const upstream = this.#upstreams[this.#turn++ % this.#upstreams.length]!;
    const label = `${request.method} ${request.url} on ${upstream}`;
    let hasLeft = false;
    try {
      const { method, headers } = request;
      // A connection of its own: one that is kept may close just when it is used again.
      const forwarded = sendRequest(upstream + request.url, { method: method!, headers, agent: false });
      const answered = once(forwarded, 'response') as Promise<[IncomingMessage]>;
      await Promise.all([pipeline(request, forwarded), answered]);
      const [answer] = await answered;
      if (answer.statusCode! >= 500) this.failures.push(`${label}: ${answer.statusCode}`);
      const passedOn = Object.entries(answer.headers).filter(([name]) => !OF_ONE_CONNECTION.has(name));
      response.writeHead(answer.statusCode!, Object.fromEntries(passedOn)).flushHeaders();
      // A visitor that has seen enough leaves, which ends the answer, too.
      response.once('close', () => (hasLeft = !answer.errored));
      await pipeline(answer, response);
    } catch (error) {
      if (hasLeft) return;
      this.failures.push(`${label}: ${String(error)}`);
      response.destroy();
    }
  }
}
