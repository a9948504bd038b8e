/** The HTTP server below Nest: mounts the routes on it, and learns its address for webhook URLs. */
import type { AddressInfo, Server } from 'node:net';
import { createHandler, setBaseUrl } from '../../runtime/entries/runtime.ts';
import { type FastifyHook, toFastifyHook } from '../shared/fastify-hook.ts';
import { type NodeHandler, toNodeHandler } from '../shared/node-handler.ts';

/** The parts of Nest's adapters that are used. */
export interface HttpAdapter {
  getType(): string;
  getInstance(): unknown;
  getHttpServer(): unknown;
}

/** Express, or Nest's wrapper of `node:http`. */
interface ConnectApplication {
  use(handler: NodeHandler): unknown;
}

interface FastifyInstance {
  addHook(name: 'onRequest', hook: FastifyHook): unknown;
}

/**
 * Mounts the routes. Mounted before the application is initialised, they come before Nest's body parsers, so the bytes
 * stay exact, and before guards, prefixes, versions and limits, which are for the application's own routes. Does
 * nothing on unknown servers, where `WorkflowController` answers.
 */
export function mountRoutes(adapter: HttpAdapter): void {
  const handler = createHandler();
  switch (adapter.getType()) {
    case 'express':
    case 'node':
      (adapter.getInstance() as ConnectApplication).use(toNodeHandler(handler));
      break;
    case 'fastify':
      (adapter.getInstance() as FastifyInstance).addHook('onRequest', toFastifyHook(handler));
  }
}

/** Takes the port as soon as the application listens: it comes from the user's call, not from a setting. */
export function learnAddress(adapter: HttpAdapter): void {
  const server = adapter.getHttpServer() as Server | undefined;
  server?.once('listening', () => {
    const address = server.address();
    // Others cannot call a Unix socket.
    if (address && typeof address === 'object') setBaseUrl(toUrl(server, address));
  });
}

function toUrl(server: Server, { address, family, port }: AddressInfo): string {
  const protocol = 'setSecureContext' in server ? 'https' : 'http';
  const isEverywhere = address === '::' || address === '0.0.0.0';
  const host = family === 'IPv6' ? `[${address}]` : address;
  return `${protocol}://${isEverywhere ? 'localhost' : host}:${port}`;
}
