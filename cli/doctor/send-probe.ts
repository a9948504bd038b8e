/** Sends one request of the doctor, and reads the answer. */
import { contentOfProbe, PROBE_HEADER, type ProbeFacts } from '../../runtime/http/probe-route.ts';
import { ROUTES, SIGNATURE_HEADER } from '../../runtime/contract/routes.ts';
import { signContent } from '../../runtime/http/signature.ts';
import type { DeliveryProbe, Probe } from './probes.ts';

const ANSWER_LIMIT_MS = 30_000;

/** An answer. */
export interface ProbeAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** The request as it arrived at the application; `null` when something else answered. */
  facts: ProbeFacts | null;
  /** The time from the first piece of the body to its end. */
  bodyMs: number;
}

/** The reason why there is no answer. */
export interface NoAnswer {
  reason: string;
}

/** The application to examine. */
export interface ProbeTarget {
  /** Address of the application, without a slash at the end. */
  url: string;
  secret: string;
}

/** Waits at most 30 seconds for the answer. Never rejects: a failed request is a {@link NoAnswer}. */
export async function sendProbe(probe: Probe, target: ProbeTarget): Promise<ProbeAnswer | NoAnswer> {
  const path = probe.kind === 'delivery' ? `${ROUTES.webhook}/${encodeURIComponent(probe.token)}` : probe.path;
  const init = probe.kind === 'delivery' ? toInit(probe, target.secret) : { method: probe.method };
  try {
    const response = await fetch(target.url + path, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    return await readAnswer(response);
  } catch (error) {
    return { reason: describeFailure(error) };
  }
}

function toInit({ method, token, headers, body }: DeliveryProbe, secret: string): RequestInit {
  const signature = signContent(contentOfProbe(token), { secret, nowMs: Date.now() });
  return { method, headers: { ...headers, [SIGNATURE_HEADER]: signature }, body };
}

async function readAnswer(response: Response): Promise<ProbeAnswer> {
  const { status, headers } = response;
  const chunks: Uint8Array[] = [];
  let firstAt: number | null = null;
  for await (const chunk of response.body ?? []) {
    firstAt ??= performance.now();
    chunks.push(chunk);
  }
  const bodyMs = firstAt === null ? 0 : performance.now() - firstAt;
  return { status, headers, text: Buffer.concat(chunks).toString(), facts: readFacts(headers), bodyMs };
}

function readFacts(headers: Headers): ProbeFacts | null {
  const found = headers.get(PROBE_HEADER);
  try {
    return found === null ? null : (JSON.parse(found) as ProbeFacts);
  } catch {
    return null;
  }
}

/** `fetch` puts the reason into the cause of its error. */
function describeFailure(error: unknown): string {
  const { name, message, cause } = error as Error;
  if (name === 'TimeoutError') return `no answer within ${ANSWER_LIMIT_MS / 1_000} seconds`;
  const { code, message: reason } = (cause ?? {}) as { code?: string; message?: string };
  return code ?? reason ?? message;
}
