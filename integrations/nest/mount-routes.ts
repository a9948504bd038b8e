/**
 * Mounts the routes on the HTTP server below Nest. Routes mounted before the application is initialised come before
 * Nest's body parsers, so the bytes stay exact, and before guards, prefixes, versions and limits, which are for the
 * application's own routes.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHandler } from '../../runtime/entries/runtime.ts';
import { answer, isWellKnown, type NodeHandler, toNodeHandler } from '../shared/node-handler.ts';

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
  addHook(
    name: 'onRequest',
    hook: (request: { raw: IncomingMessage }, reply: FastifyReply, done: () => void) => void,
  ): unknown;
}

/** The parts of Fastify's reply that are used. */
export interface FastifyReply {
  raw: ServerResponse;
  /** Leaves the answer to us. */
  hijack(): unknown;
}

/** Does nothing on unknown servers, where `WorkflowController` answers. */
export function mountRoutes(adapter: HttpAdapter): void {
  const handler = createHandler();
  switch (adapter.getType()) {
    case 'express':
    case 'node':
      (adapter.getInstance() as ConnectApplication).use(toNodeHandler(handler));
      break;
    case 'fastify':
      (adapter.getInstance() as FastifyInstance).addHook('onRequest', ({ raw }, reply, done) => {
        if (!isWellKnown(raw)) return done();
        reply.hijack();
        void answer(handler, raw, reply.raw);
      });
  }
}
