/**
 * The requests of `workflow doctor`, whose answer shows whether a request arrives as it was sent. They take the path of
 * webhooks, so that anything that blocks webhooks blocks them too. Without a valid signature the answer is that of an
 * unknown webhook.
 */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ROUTES } from '../contract/routes.ts';
import type { SignedContent } from './signature.ts';
import { isTrusted } from './trust.ts';

/** The beginning of the tokens of probes. */
export const PROBE_TOKEN = 'workflow-doctor';
/** In a request: asks for an answer in pieces. In the answer: the {@link ProbeFacts} as JSON. */
export const PROBE_HEADER = 'x-workflow-probe';
/** The value of {@link PROBE_HEADER} that asks for pieces. */
export const IN_PIECES = 'pieces';
/** The cookies of every answer. */
export const PROBE_COOKIES: readonly string[] = ['workflow-probe-1=1; Path=/', 'workflow-probe-2=2; Path=/'];
/** Number of pieces of an answer in pieces. */
export const PIECES = 4;
/** The pause between two pieces. A proxy that buffers passes all pieces on at once. */
export const PIECE_PAUSE_MS = 60;

const BYTES_MAX = 16 * 1024 * 1024;

/** The signature of a probe covers its token alone: whether everything else arrives unchanged is what it finds out. */
export const contentOfProbe = (token: string): SignedContent => ({ method: 'ANY', route: ROUTES.webhook, body: token });

/** The parts of a request that arrived. */
export interface ProbeFacts {
  method: string;
  bytes: number;
  /** The digest of the body, in hex. */
  sha256: string;
}

/**
 * Answers a probe.
 * @param token The decoded token.
 * @returns `null`: the request is not a probe.
 */
export async function answerProbe(token: string, request: Request): Promise<Response | null> {
  if (!token.startsWith(PROBE_TOKEN) || !(await isTrusted(request, contentOfProbe(token)))) return null;
  const facts = await readFacts(request);
  const headers = new Headers({ [PROBE_HEADER]: JSON.stringify(facts), 'content-type': 'text/plain' });
  for (const cookie of PROBE_COOKIES) headers.append('set-cookie', cookie);
  return new Response(request.headers.get(PROBE_HEADER) === IN_PIECES ? makePieces() : 'ok', { headers });
}

/** Stores nothing of the body, and reads no more of it than a webhook would. */
async function readFacts(request: Request): Promise<ProbeFacts> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > BYTES_MAX) break;
    hash.update(chunk);
  }
  return { method: request.method, bytes, sha256: hash.digest('hex') };
}

function makePieces(): ReadableStream<Uint8Array> {
  let made = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (made > 0) await pause(PIECE_PAUSE_MS);
      controller.enqueue(new TextEncoder().encode(`${made++}\n`));
      if (made === PIECES) controller.close();
    },
  });
}
