/**
 * What `workflow doctor` asks: tells whether a request arrives as it was sent. It is answered on the way that webhooks take,
 * so that whatever stands in their way stands in its way too; without a valid signature it is a webhook that nobody has.
 */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { getRuntime } from '../api/runtime.ts';
import { SIGNATURE_HEADER } from '../contract/routes.ts';
import { isSigned } from './signature.ts';

/** With which the tokens of probes begin. */
export const PROBE_TOKEN = 'workflow-doctor';
/** Asks for an answer in pieces, when it is sent; in the answer it holds the {@link ProbeFacts} as JSON. */
export const PROBE_HEADER = 'x-workflow-probe';
/** The value of that header that asks for pieces. */
export const IN_PIECES = 'pieces';
/** The cookies of every answer. */
export const PROBE_COOKIES: readonly string[] = ['workflow-probe-1=1; Path=/', 'workflow-probe-2=2; Path=/'];
export const PIECES = 4;
/** Between two pieces. Whoever holds an answer back passes all of them on at once. */
export const PIECE_PAUSE_MS = 60;

const BYTES_MAX = 16 * 1024 * 1024;

/** What of a request arrived. */
export interface ProbeFacts {
  method: string;
  bytes: number;
  /** Of the body, in hex. */
  sha256: string;
}

/** @param token As it was decoded. It is what is signed: all else may have been changed on the way. @returns `null`: the request is no probe. */
export async function answerProbe(token: string, request: Request): Promise<Response | null> {
  if (!token.startsWith(PROBE_TOKEN) || !(await isTrusted(token, request))) return null;
  const facts = await readFacts(request);
  const headers = new Headers({ [PROBE_HEADER]: JSON.stringify(facts), 'content-type': 'text/plain' });
  for (const cookie of PROBE_COOKIES) headers.append('set-cookie', cookie);
  return new Response(request.headers.get(PROBE_HEADER) === IN_PIECES ? makePieces() : 'ok', { headers });
}

async function isTrusted(token: string, request: Request): Promise<boolean> {
  const signature = request.headers.get(SIGNATURE_HEADER);
  if (signature === null) return false;
  const runtime = getRuntime();
  const { world, clock } = await runtime.connect();
  const secret = runtime.settings.secret ?? (await world.readSecret());
  return isSigned({ secret, body: token, nowMs: clock.now(), signature });
}

/** Keeps nothing of the body, and reads no more of it than a webhook would. */
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
