/** The HTTP servers of Node in this process and the requests that they answer, whichever framework made them. */
import { subscribe } from 'node:diagnostics_channel';
import { Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import { Server as NetServer } from 'node:net';
import { learnFromProxy } from '../../runtime/entries/runtime.ts';

/** Node's diagnostics channels. */
const LISTENING = 'tracing:net.server.listen:asyncEnd';
const REQUESTED = 'http.server.request.start';

const LOOK_MS = 20;
/** A third of what Kubernetes leaves to a process by default. */
const HELD_MAX_MS = 10_000;
/** A connection that sends no request for so long has none to send. */
const ARRIVAL_MS = 50;

/** A message of the channel {@link REQUESTED}. */
interface Requested {
  server: unknown;
  request: IncomingMessage;
  response: ServerResponse;
}

type AnyServer = HttpServer | HttpsServer;

const isHttp = (server: unknown): server is AnyServer => server instanceof HttpServer || server instanceof HttpsServer;

class HttpTraffic {
  readonly #servers = new Set<AnyServer>();
  readonly #underWay = new Set<ServerResponse>();
  /** Connections so far. */
  #accepted = 0;
  #isFollowing = false;
  #isLeaving = false;
  /** When the last request ended, in milliseconds since the epoch. */
  #quietSince = 0;
  #onSettled: (() => void) | null = null;

  /** Begins to notice servers and requests. May be repeated. */
  follow(): void {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    subscribe(LISTENING, (message) => this.#addServer((message as { server: unknown }).server));
    subscribe(REQUESTED, (message) => {
      const { server, request, response } = message as Requested;
      learnFromProxy((name) => request.headers[name] as string | undefined);
      this.#addServer(server);
      this.#addResponse(response);
    });
  }

  #addServer(server: unknown): void {
    if (!isHttp(server) || this.#servers.has(server)) return;
    this.#servers.add(server);
    server.on('connection', () => this.#accepted++);
    server.once('close', () => this.#servers.delete(server));
  }

  #addResponse(response: ServerResponse): void {
    this.#underWay.add(response);
    if (this.#isLeaving) endConnectionWith(response);
    response.once('close', () => {
      this.#underWay.delete(response);
      this.#quietSince = Date.now();
      this.#onSettled?.();
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

  /**
   * Lets no server accept connections any more. Those that are open stay, because a request may be on its way: Node's
   * own `close()` resets them.
   */
  stopListening(): void {
    for (const server of this.#servers) NetServer.prototype.close.call(server);
  }

  /**
   * Resolves when nobody waits to connect, after `limitMs` at the latest. Node accepts one connection per round of the
   * event loop, so many wait when it was held, and the system turns them away when their server stops listening.
   */
  async caughtUp(limitMs: number): Promise<void> {
    const deadline = Date.now() + limitMs;
    let accepted: number;
    do {
      accepted = this.#accepted;
      for (let rounds = 0; rounds < 2; rounds++) await new Promise((resolve) => setImmediate(resolve));
    } while (this.#accepted > accepted && Date.now() < deadline);
  }

  /**
   * Resolves when no request is under way and none will come, after `limitMs` at the latest. Time in which the event
   * loop is held does not count, up to {@link HELD_MAX_MS}: nobody could be answered in it.
   * @param stopped The servers stop listening now, and that is waited for. Otherwise requests may come afterwards.
   */
  async settled(limitMs: number, { stopped }: { stopped: boolean }): Promise<void> {
    let deadline = Date.now() + limitMs;
    const latest = deadline + HELD_MAX_MS;
    const mayCome = async (): Promise<boolean> => stopped && (this.#isListening || (await this.#isRequestOnItsWay()));
    this.#quietSince = Date.now();
    while (Date.now() < deadline && (this.#underWay.size > 0 || (await mayCome()))) {
      const before = Date.now();
      await new Promise<void>((resolve) => {
        this.#onSettled = resolve;
        // Nobody tells when a server stops listening.
        setTimeout(resolve, Math.min(LOOK_MS, deadline - before));
      });
      const heldMs = Date.now() - before - LOOK_MS;
      if (heldMs > LOOK_MS) deadline = Math.min(deadline + heldMs, latest);
    }
  }

  get #isListening(): boolean {
    return [...this.#servers].some((server) => server.listening);
  }

  async #isRequestOnItsWay(): Promise<boolean> {
    if (Date.now() - this.#quietSince >= ARRIVAL_MS) return false;
    const counts = await Promise.all([...this.#servers].map(countConnections));
    return counts.some((count) => count > 0);
  }
}

/** How many connections are open. */
const countConnections = (server: AnyServer): Promise<number> =>
  new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));

function endConnectionWith(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}

/** The traffic of this process. */
export const httpTraffic = new HttpTraffic();
