/** All routes under `/.well-known/workflow/v1/`, as one function from request to response. */
import type { RequestContext } from '../api/keep-awake.ts';
import { getRuntime } from '../api/runtime.ts';
import { isDashboardPath, ROUTE_PREFIX, ROUTES } from '../contract/routes.ts';
import { WorkflowError } from '../contract/errors.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { answerError } from './answers.ts';
import { answerDeployments } from './deployments-route.ts';
import { answerHealth } from './health-route.ts';
import { answerOperation } from './operations-route.ts';
import { answerProbe } from './probe-route.ts';
import { answerStepCopies } from './step-copies-route.ts';
import { answerWakeCall } from './wake-routes.ts';
import { answerWebhook } from './webhook-route.ts';

/** How long a caller should wait when the store does not answer. */
const RETRY_AFTER_S = '5';

/** The handler of the runtime's routes. */
export interface WorkflowHandler {
  /**
   * Answers a request to one of the runtime's routes, and any other request with an empty 404. Never rejects. A host
   * that halts its processes between requests passes `context.waitUntil`, so that work that a request starts continues
   * after its answer.
   */
  (request: Request, context?: RequestContext): Promise<Response>;
  /**
   * Whether a path, which may have a query, belongs to the routes, or to the dashboard where there is one, at any mount
   * path.
   */
  owns(path: string): boolean;
}

/** Makes the handler that adapters mount. It uses the runtime of the process at each request. */
export const createHandler = (): WorkflowHandler => Object.assign(createAnswer(), { owns: isOwnPath });

function isOwnPath(path: string): boolean {
  const [pathname] = path.split('?');
  return pathname!.includes(`${ROUTE_PREFIX}/`) || (isDashboardPath(pathname!) && getRuntime().dashboard !== null);
}

function createAnswer() {
  return async (request: Request, context?: RequestContext): Promise<Response> => {
    try {
      getRuntime().learnFromProxy((name) => request.headers.get(name));
      return await route(request, context);
    } catch (error) {
      // Senders of webhooks retry after a 503.
      if (WorkflowError.is(error) && error.code === 'host_without_store') return answerError(503, error);
      getRuntime().logFailedRequest(routeOf(request), error);
      return answerError(503, runtimeError('store_unavailable', {}), { 'Retry-After': RETRY_AFTER_S });
    }
  };
}

async function route(request: Request, context: RequestContext | undefined): Promise<Response> {
  const { dashboard } = getRuntime();
  if (dashboard && isDashboardPath(new URL(request.url).pathname)) return await dashboard(request, context);
  const pathname = wellKnownPath(request);
  if (pathname === ROUTES.flow || pathname === ROUTES.step) return await answerWakeCall(pathname, request, context);
  if (pathname === ROUTES.health) return await answerHealth(request);
  if (pathname === ROUTES.manifest) return answerManifest(request);
  if (pathname.startsWith(`${ROUTES.operations}/`)) return await answerOperation(pathname, request, context);
  if (pathname.startsWith(`${ROUTES.webhook}/`)) {
    const token = decodeToken(pathname.slice(ROUTES.webhook.length + 1));
    if (token === null) return new Response(null, { status: 404 });
    return (await answerTools(token, request)) ?? (await answerWebhook(token, request, context));
  }
  return new Response(null, { status: 404 });
}

async function answerTools(token: string, request: Request): Promise<Response | null> {
  for (const answer of [answerProbe, answerDeployments, answerStepCopies]) {
    const response = await answer(token, request);
    if (response) return response;
  }
  return null;
}

/** The path from the prefix on: an application may be mounted below another path. */
function wellKnownPath(request: Request): string {
  const { pathname } = new URL(request.url);
  return pathname.slice(Math.max(0, pathname.indexOf(ROUTE_PREFIX)));
}

function decodeToken(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** Only with `WORKFLOW_PUBLIC_MANIFEST=1`, because it reveals the names of files and functions. */
function answerManifest(request: Request): Response {
  const { settings, build } = getRuntime();
  if (!settings.publicManifest || !build) return new Response(null, { status: 404 });
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return answerError(405, runtimeError('request_method', { allowed: 'GET' }), { Allow: 'GET, HEAD' });
  }
  return Response.json(build.manifest);
}

/** The path for logs, without the token, which is a secret. */
function routeOf(request: Request): string {
  const pathname = wellKnownPath(request);
  return pathname.startsWith(ROUTES.webhook) ? ROUTES.webhook : pathname.slice(0, ROUTE_PREFIX.length + 20);
}
