/**
 * Mounts the routes on the HTTP server below Nest. What is mounted before the application is initialised comes ahead of Nest's body
 * parsers, so that bytes arrive as they were sent, and of guards, prefixes, versions and limits, which are for the application's own routes.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHandler } from '../../runtime/entries/runtime.ts';
import { answer, isWellKnown, type NodeHandler, toNodeHandler } from '../shared/node-handler.ts';

/** What is used of Nest's adapters. */
export interface HttpAdapter {
  getType(): string;
  getInstance(): unknown;
  getHttpServer(): unknown;
}

/** Express, and what Nest has on top of `node:http`. */
interface ConnectApplication {
  use(handler: NodeHandler): unknown;
}

interface FastifyInstance {
  addHook(
    name: 'onRequest',
    hook: (request: { raw: IncomingMessage }, reply: FastifyReply, done: () => void) => void,
  ): unknown;
}

export interface FastifyReply {
  raw: ServerResponse;
  /** Leaves the answer to us. */
  hijack(): unknown;
}

/** On servers that are not known nothing is mounted: there `WorkflowController` answers. */
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
