/** Some hosts halt a process as soon as its answer is sent; work that a request set going would stand still. */
import { getRuntime } from './runtime.ts';

/** What a host gives with a request. */
export interface RequestContext {
  /** Keeps the process awake until the promise is settled, also when the answer is sent. */
  waitUntil?: ((promise: Promise<unknown>) => void) | undefined;
}

/** Under which the hosting platform has the context of the request that is being answered, for code that is not handed it. */
const PLATFORM_CONTEXT = Symbol.for('@vercel/request-context');
type PlatformGlobal = { [PLATFORM_CONTEXT]?: { get?(): RequestContext | undefined } };

/**
 * Called when the request that is being answered has set something going: where the host halts processes, this one stays
 * awake until nothing is left to do, or the limit is over. Elsewhere nothing happens.
 * @param context Of that request. Default: what the platform says.
 */
export function keepAwake(context?: RequestContext): void {
  const host = context?.waitUntil ? context : (globalThis as PlatformGlobal)[PLATFORM_CONTEXT]?.get?.();
  if (!host?.waitUntil && !getRuntime().settings.isHalted) return;
  const rested = untilAtRest();
  host?.waitUntil?.(rested);
}

/** Never rejects: the request itself has its answer. */
async function untilAtRest(): Promise<void> {
  const runtime = getRuntime();
  try {
    await runtime.rest(AbortSignal.timeout(runtime.settings.awakeLimitMs));
  } catch (error) {
    runtime.log.error('rest_failed', { error });
  }
}
