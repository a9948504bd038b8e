/**
 * The service behind the tools of the crash tests: it notes each action, and leaves chosen requests without an answer.
 */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Arrivals } from '../../../agent/testing/arrivals.ts';

export class ToolService {
  readonly url: string;
  readonly close: () => void;
  /** The requests of tools: an action and the idempotency key of the call. */
  readonly #requests: { action: string; key: string }[] = [];
  readonly #holds: string[];
  readonly #held = new Arrivals<string>('held request');

  private constructor(url: string, holds: readonly string[], close: () => void) {
    this.url = url;
    this.#holds = [...holds];
    this.close = close;
  }

  /** @param holds Requests that get no answer, in turn: the action, and the end of the key. */
  static async start(holds: readonly string[] = []): Promise<ToolService> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const service = new ToolService(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, holds, () => {
      server.close();
      server.closeAllConnections();
    });
    server.on('request', (request, response) => {
      void text(request).then(
        (key) => service.#answer(request.url!.slice(1), key, response),
        // Its process ended before it had said what it wanted.
        () => {},
      );
    });
    return service;
  }

  /** Keys of the calls that had an effect, each once. */
  get keys(): string[] {
    return [...new Set(this.#requests.filter(({ action }) => action === 'effect').map(({ key }) => key))];
  }

  /** Waits for the n-th request that gets no answer, from 1. */
  async held(number: number): Promise<void> {
    await this.#held.nth(number);
  }

  #answer(action: string, key: string, response: ServerResponse): void {
    this.#requests.push({ action, key });
    const [next] = this.#holds;
    const isHeld = next !== undefined && isRequest(next, action, key);
    if (!isHeld) return void response.end();
    this.#holds.shift();
    this.#held.add(next);
  }
}

function isRequest(wanted: string, action: string, key: string): boolean {
  const [wantedAction, end] = wanted.split(' ');
  return wantedAction === action && key.endsWith(end!);
}
