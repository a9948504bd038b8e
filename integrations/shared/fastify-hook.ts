/** Mounts the routes on Fastify, before its body parsers. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answer, isForeign, type WebHandler } from './node-handler.ts';

/** The part of Fastify's request that the hook uses. */
interface FastifyRequest {
  raw: IncomingMessage;
}

/** The parts of Fastify's reply that are used. */
export interface FastifyReply {
  raw: ServerResponse;
  /** Tells Fastify that something else answers the request. */
  hijack(): unknown;
}

/** A hook for `onRequest`. It calls `done` only for requests that are not ours, and answers the others. */
export type FastifyHook = (request: FastifyRequest, reply: FastifyReply, done: () => void) => void;

/**
 * Makes the hook: `app.addHook('onRequest', toFastifyHook(workflow))`. Add it to the application itself, not in a
 * plugin.
 */
export function toFastifyHook(handler: WebHandler): FastifyHook {
  return (request, reply, done) => {
    if (isForeign(handler, request.raw)) return done();
    const [exchange, hijack] = [{ request: request.raw, response: reply.raw }, () => void reply.hijack()];
    if (handler.owns) {
      hijack();
      void answer(handler, exchange);
    }
    // One that has to be asked may leave the request to Fastify.
    else void answer(handler, { ...exchange, next: done, onAnswer: hijack });
  };
}
