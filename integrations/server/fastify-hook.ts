/** Puts the routes on Fastify, ahead of its body parsers. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answer, isWellKnown, type WebHandler } from '../shared/node-handler.ts';

/** What the hook uses of Fastify. */
interface FastifyRequest {
  raw: IncomingMessage;
}
interface FastifyReply {
  raw: ServerResponse;
  /** Tells Fastify that somebody else answers. */
  hijack(): unknown;
}

export type FastifyHook = (request: FastifyRequest, reply: FastifyReply, done: () => void) => void;

/** Makes the hook: `app.addHook('onRequest', toFastifyHook(workflow))`, on the application itself and not in a plugin. */
export function toFastifyHook(handler: WebHandler): FastifyHook {
  return (request, reply, done) => {
    if (!isWellKnown(request.raw)) return done();
    reply.hijack();
    void answer(handler, request.raw, reply.raw);
  };
}
