/** Some hosts halt a process as soon as it has answered a request, which would stop work that the request started. */
import { getRuntime } from './runtime.ts';

/** The context that a host passes with a request. */
export interface RequestContext {
  /** Keeps the process awake until the promise settles, even after the answer is sent. */
  waitUntil?: ((promise: Promise<unknown>) => void) | undefined;
}

/** Vercel's key for it. */
const PLATFORM_CONTEXT = Symbol.for('@vercel/request-context');
/** Hosts that keep the context of the current request in a global, for code that is not handed it. */
type HostGlobals = {
  [PLATFORM_CONTEXT]?: { get?(): RequestContext | undefined };
  Netlify?: { context?: RequestContext | null };
};

/**
 * Call it when the current request has started some work. If the host halts processes, this one stays awake until
 * nothing is left to do or the limit is reached; otherwise the call has no effect.
 * @param context Of that request. Default: the host's.
 * @returns Resolves when the process may be halted, on a host that keeps it awake for nothing but its answer; `null`:
 *   the answer need not wait.
 */
export function keepAwake(context?: RequestContext): Promise<void> | null {
  const host = context?.waitUntil ? context : contextOfHost();
  if (!host?.waitUntil && !getRuntime().settings.isHalted) return null;
  const rested = untilAtRest();
  if (!host?.waitUntil) return rested;
  host.waitUntil(rested);
  return null;
}

function contextOfHost(): RequestContext | null | undefined {
  const { [PLATFORM_CONTEXT]: platform, Netlify: netlify } = globalThis as HostGlobals;
  return platform?.get?.() ?? netlify?.context;
}

/** Never rejects: the request itself is already answered. */
async function untilAtRest(): Promise<void> {
  const runtime = getRuntime();
  try {
    await runtime.rest(AbortSignal.timeout(runtime.settings.awakeLimitMs));
  } catch (error) {
    runtime.log.error('rest_failed', { error });
  }
}
