/** Some hosts halt a process as soon as it has answered a request, which would stop work that the request started. */
import { getRuntime } from './runtime.ts';

/** The context that a host passes with a request. */
export interface RequestContext {
  /** Keeps the process awake until the promise settles, even after the answer is sent. */
  waitUntil?: ((promise: Promise<unknown>) => void) | undefined;
}

/** Under this key the hosting platform keeps the context of the current request, for code that is not handed it. */
const PLATFORM_CONTEXT = Symbol.for('@vercel/request-context');
type PlatformGlobal = { [PLATFORM_CONTEXT]?: { get?(): RequestContext | undefined } };

/**
 * Call it when the current request has started some work. If the host halts processes, this one stays awake until
 * nothing is left to do or the limit is reached; otherwise the call has no effect.
 * @param context Of that request. Default: the platform's.
 */
export function keepAwake(context?: RequestContext): void {
  const host = context?.waitUntil ? context : (globalThis as PlatformGlobal)[PLATFORM_CONTEXT]?.get?.();
  if (!host?.waitUntil && !getRuntime().settings.isHalted) return;
  const rested = untilAtRest();
  host?.waitUntil?.(rested);
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
