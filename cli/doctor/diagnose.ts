/** Tells from an answer what stood in the way of a request. */
import { createHash } from 'node:crypto';
import { PIECE_PAUSE_MS, PIECES, PROBE_COOKIES, PROBE_HEADER } from '../../runtime/http/probe-route.ts';
import { type DeliveryProbe, isBrowserForm, isLarge, type Probe, type RouteProbe } from './probes.ts';
import type { ProblemKind } from './problems.ts';
import type { NoAnswer, ProbeAnswer } from './send-probe.ts';

export interface ProbeResult {
  probe: Probe;
  answer: ProbeAnswer | NoAnswer;
}

export interface Diagnosis {
  probe: Probe;
  /** `null`: the answer is right. */
  problem: ProblemKind | null;
  /** What came instead of the right answer. */
  found: string;
}

/** What the answers to all requests together say. */
interface Circumstances {
  /** Some request was answered, by whomever. */
  isReachable: boolean;
  /** A route other than the webhook's answers as it should. */
  isMounted: boolean;
  /** Some signed request was taken. */
  isTrusted: boolean;
  /** All requests but those with `OPTIONS` are answered as they should be. */
  isOpen: boolean;
}

/** Some answers mean something only in the light of others. */
export function diagnose(results: readonly ProbeResult[]): Diagnosis[] {
  const found = results.map(({ probe, answer }): Diagnosis => ({
    probe,
    problem: findProblem(probe, answer),
    found: describeAnswer(answer),
  }));
  const circumstances: Circumstances = {
    isReachable: found.some(({ problem }) => problem !== 'unreachable'),
    isMounted: found.some(({ probe, problem }) => problem === null && probe.kind === 'route' && !mayBeMissing(probe)),
    isTrusted: found.some(({ probe, problem }) => problem === null && probe.kind === 'delivery'),
    isOpen: found.every(({ probe, problem }) => problem === null || isPreflight(probe)),
  };
  return found.map((diagnosis) => ({ ...diagnosis, problem: refine(diagnosis, circumstances) }));
}

function refine({ probe, problem }: Diagnosis, all: Circumstances): ProblemKind | null {
  // Checks of cross-site requests answer them, as browsers expect. No sender of webhooks does without another method.
  if (isPreflight(probe) && all.isOpen) return null;
  // Whoever does not want the rest of a body may close the connection.
  if (problem === 'unreachable' && all.isReachable) return isLarge(probe) ? 'body-limited' : 'answered-otherwise';
  if (problem === 'guarded' && all.isTrusted && isBrowserForm(probe)) return 'origin-checked';
  if (problem !== 'not-mounted' || !all.isMounted || probe.kind === 'route') return problem;
  return all.isTrusted ? 'token-changed' : 'secret-differs';
}

/** Browsers ask with this method whether a page may send the request that it means to. */
const isPreflight = (probe: Probe): boolean => probe.method === 'OPTIONS';

/** Whether the right answer is also that of an application without us. */
const mayBeMissing = (probe: RouteProbe): boolean => probe.expected.some(({ status }) => status === 404);

function findProblem(probe: Probe, answer: ProbeAnswer | NoAnswer): ProblemKind | null {
  if ('reason' in answer) return 'unreachable';
  if (probe.kind === 'route') return isExpected(probe, answer) ? null : findObstacle(answer);
  return answer.facts ? compareDelivery(probe, answer) : findObstacle(answer);
}

function isExpected({ expected }: RouteProbe, answer: ProbeAnswer): boolean {
  return expected.some(
    ({ status, code }) => status === answer.status && (code === undefined || code === codeOf(answer)),
  );
}

/** The application answered: is it what was sent, and is the answer what the application gave? */
function compareDelivery(probe: DeliveryProbe, answer: ProbeAnswer): ProblemKind | null {
  const { method, bytes, sha256 } = answer.facts!;
  const body = probe.body ?? new Uint8Array();
  if (method !== probe.method) return 'method-changed';
  if (bytes === 0 && body.byteLength > 0) return 'body-emptied';
  if (sha256 !== createHash('sha256').update(body).digest('hex')) return 'body-changed';
  if (!PROBE_COOKIES.every((cookie) => answer.headers.getSetCookie().includes(cookie))) return 'cookies-changed';
  const isHeldBack = probe.headers[PROBE_HEADER] !== undefined && answer.bodyMs < ((PIECES - 1) * PIECE_PAUSE_MS) / 2;
  return isHeldBack ? 'answer-held-back' : null;
}

/** Somebody else answered. */
function findObstacle(answer: ProbeAnswer): ProblemKind {
  const { status, headers } = answer;
  const code = codeOf(answer);
  if (status >= 300 && status < 400) return 'redirected';
  if (status < 300 && headers.get('content-type')?.includes('text/html')) return 'page-answered';
  if (code === 'integration_body_parsed') return 'body-parsed';
  return OBSTACLES[status] ?? 'answered-otherwise';
}

const OBSTACLES: Partial<Record<number, ProblemKind>> = {
  400: 'body-parsed',
  401: 'guarded',
  403: 'guarded',
  404: 'not-mounted',
  405: 'method-refused',
  413: 'body-limited',
  415: 'type-refused',
  503: 'unavailable',
};

/** The code of an error of ours. */
function codeOf({ text }: ProbeAnswer): string | null {
  try {
    return (JSON.parse(text) as { error?: { code?: string } } | null)?.error?.code ?? null;
  } catch {
    return null;
  }
}

function describeAnswer(answer: ProbeAnswer | NoAnswer): string {
  if ('reason' in answer) return answer.reason;
  const { status, headers, facts } = answer;
  const location = headers.get('location');
  if (location !== null) return `${status} to ${location}`;
  if (facts) return `${status}, ${facts.method} with ${facts.bytes} bytes arrived`;
  const type = headers.get('content-type')?.split(';')[0];
  return type === undefined ? String(status) : `${status} ${type}`;
}
