/** The HTTP servers of Node in this process and the requests that they answer, whichever framework made them. */
import { subscribe } from 'node:diagnostics_channel';
import { Server as HttpServer, type ServerResponse } from 'node:http';
import { Server as HttpsServer } from 'node:https';

/** Node's diagnostics channels. */
const LISTENING = 'tracing:net.server.listen:asyncEnd';
const REQUESTED = 'http.server.request.start';

type AnyServer = HttpServer | HttpsServer;

const isHttp = (server: unknown): server is AnyServer => server instanceof HttpServer || server instanceof HttpsServer;

class HttpTraffic {
  readonly #servers = new Set<AnyServer>();
  readonly #underWay = new Set<ServerResponse>();
  #isFollowing = false;
  #isLeaving = false;
  #onSettled: (() => void) | null = null;

  /** Begins to notice servers and requests. May be repeated. */
  follow(): void {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    subscribe(LISTENING, (message) => this.#addServer((message as { server: unknown }).server));
    subscribe(REQUESTED, (message) => {
      const { server, response } = message as { server: unknown; response: ServerResponse };
      this.#addServer(server);
      this.#addResponse(response);
    });
  }

  #addServer(server: unknown): void {
    if (!isHttp(server) || this.#servers.has(server)) return;
    this.#servers.add(server);
    server.once('close', () => this.#servers.delete(server));
  }

  #addResponse(response: ServerResponse): void {
    this.#underWay.add(response);
    if (this.#isLeaving) endConnectionWith(response);
    response.once('close', () => {
      this.#underWay.delete(response);
      if (this.#underWay.size === 0) this.#onSettled?.();
    });
  }

  /** From now on each connection ends with its next answer, so that its client connects to another process. */
  leave(): void {
    this.#isLeaving = true;
    for (const response of this.#underWay) endConnectionWith(response);
  }

  /** Takes back {@link leave}: the process stays. */
  stay(): void {
    this.#isLeaving = false;
  }

  /** Lets no server accept connections any more, and ends those without a request. */
  stopListening(): void {
    for (const server of this.#servers) server.close();
  }

  /** Resolves when no request is under way, after `limitMs` at the latest. */
  async settled(limitMs: number): Promise<void> {
    if (this.#underWay.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onSettled = resolve;
    const timer = setTimeout(resolve, limitMs);
    await promise;
    clearTimeout(timer);
  }
}

function endConnectionWith(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}

/** The traffic of this process. */
export const httpTraffic = new HttpTraffic();
