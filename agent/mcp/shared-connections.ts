/** Connections to MCP servers, which the steps of this process share as long as they come one soon after the other. */
import { openClient, type OpenClient } from './open-client.ts';
import type { ResolvedServer } from './resolve-server.ts';

/** A connection that nobody uses is kept for so long. It may keep the process alive, so it is not long. */
const IDLE_MS = 10_000;

interface SharedConnection {
  key: string;
  opening: Promise<OpenClient>;
  users: number;
  idleTimer: NodeJS.Timeout | undefined;
}

/** A connection in use. Release it when the request is over. */
export interface Lease {
  client: OpenClient['client'];
  /** @param isBroken Nobody shall get this connection any more. */
  release(isBroken: boolean): void;
}

/**
 * Keeps one connection for each server, for all calls of this process, and closes it when nobody has used it for a
 * while.
 */
export class SharedConnections {
  /** By address and credentials, so that nobody gets the connection of somebody else. */
  readonly #connections = new Map<string, SharedConnection>();
  readonly #idleMs: number;

  constructor(idleMs = IDLE_MS) {
    this.#idleMs = idleMs;
  }

  /** @throws The errors of {@link openClient}. */
  async lease(server: ResolvedServer, timeoutMs: number): Promise<Lease> {
    const key = JSON.stringify(server.target);
    const shared = this.#connections.get(key) ?? this.#open(key, server, timeoutMs);
    shared.users += 1;
    clearTimeout(shared.idleTimer);
    try {
      const { client } = await shared.opening;
      return { client, release: (isBroken) => this.#release(shared, isBroken) };
    } catch (error) {
      this.#forget(shared);
      throw error;
    }
  }

  #open(key: string, server: ResolvedServer, timeoutMs: number): SharedConnection {
    const shared: SharedConnection = {
      key,
      opening: openClient(server, { timeoutMs, onClose: () => this.#forget(shared) }),
      users: 0,
      idleTimer: undefined,
    };
    this.#connections.set(key, shared);
    return shared;
  }

  #release(shared: SharedConnection, isBroken: boolean): void {
    shared.users -= 1;
    if (isBroken) this.#forget(shared);
    if (shared.users > 0) return;
    if (this.#connections.get(shared.key) !== shared) return this.#close(shared);
    shared.idleTimer = setTimeout(() => this.#close(shared), this.#idleMs);
    shared.idleTimer.unref();
  }

  #close(shared: SharedConnection): void {
    this.#forget(shared);
    void shared.opening.then((open) => open.close());
  }

  /** Who uses it goes on. */
  #forget(shared: SharedConnection): void {
    if (this.#connections.get(shared.key) === shared) this.#connections.delete(shared.key);
  }
}
