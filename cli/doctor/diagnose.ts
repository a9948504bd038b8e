/** Finds the problem behind a wrong answer. */
import { createHash } from 'node:crypto';
import { PIECE_PAUSE_MS, PIECES, PROBE_COOKIES, PROBE_HEADER } from '../../runtime/http/probe-route.ts';
import { type DeliveryProbe, isBrowserForm, isLarge, type Probe, type RouteProbe } from './probes.ts';
import type { ProblemKind } from './problems.ts';
import type { NoAnswer, ProbeAnswer } from './send-probe.ts';

/** A request and its answer. */
export interface ProbeResult {
  probe: Probe;
  answer: ProbeAnswer | NoAnswer;
}

/** The problem behind one answer. */
export interface Diagnosis {
  probe: Probe;
  /** `null`: the answer is right. */
  problem: ProblemKind | null;
  /** The wrong answer in a few words. */
  found: string;
}

/** Facts that follow from all answers together. */
interface Circumstances {
  /** Whether any request was answered. */
  isReachable: boolean;
  /** Whether a route other than the webhook's answers correctly. */
  isMounted: boolean;
  /** Whether a signed request was accepted. */
  isTrusted: boolean;
  /** Whether all requests except `OPTIONS` are answered correctly. */
  isOpen: boolean;
}

/** The problems behind all answers. Some answers can be judged only together with others. */
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
  // CORS middleware answers OPTIONS, as browsers expect, and senders of webhooks do not use it alone.
  if (isPreflight(probe) && all.isOpen) return null;
  // A server may close the connection when it refuses the rest of a body.
  if (problem === 'unreachable' && all.isReachable) return isLarge(probe) ? 'body-limited' : 'answered-otherwise';
  if (problem === 'guarded' && all.isTrusted && isBrowserForm(probe)) return 'origin-checked';
  if (problem !== 'not-mounted' || !all.isMounted || probe.kind === 'route') return problem;
  return all.isTrusted ? 'token-changed' : 'secret-differs';
}

/** Whether a browser would ask for permission with this request. */
const isPreflight = (probe: Probe): boolean => probe.method === 'OPTIONS';

/** Whether an application without this package gives the same answer. */
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

/** The application answered. Compares the request that arrived, and the answer that came back. */
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

/** Another part than the application answered. */
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

/** The code of an error of this package in the body; `null`: none. */
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
