/** The dashboard as a function from request to response, for any host. */
import {
  answerThrown,
  answerVerb,
  type Caller,
  type DashboardHandler,
  DASHBOARD_PATHS,
  getRuntime,
  localOperations,
  OperationRefusal,
  type Operations,
  type OperationsScope,
  readJson,
  reply,
  type RequestContext,
} from '../../runtime/entries/dashboard.ts';
import { VERSION } from '../../runtime/contract/version.ts';
import { dashboardError } from './messages.ts';
import { answerFile, readIndex } from './page-files.ts';
import { isFromPage, isLoopback } from './request-origin.ts';
import { findShown, forget, readRemembered, remember } from './sign-in.ts';

/** Who may use the dashboard. `true`: with the scopes `read` and `act`. */
export type Authorization = boolean | null | { name: string; scopes?: readonly OperationsScope[] };

/** How a dashboard is mounted, and for whom. */
export interface DashboardOptions {
  /**
   * Says for each request who asks. `false` or `null`: nobody who may. A function that throws refuses, and the log says
   * so. Default: the token that `workflow web --token` prints, or one of `WORKFLOW_OPERATIONS_TOKENS`.
   */
  authorize?(request: Request): Authorization | Promise<Authorization>;
  /** The path at which it is mounted, at any depth of the application. Default `/_workflow`. */
  basePath?: string;
}

/** Further options of the hosts in this package. */
export interface OwnDashboardOptions extends DashboardOptions {
  /** Requests of this machine to this machine need no token. Default false. */
  isDevelopment?: boolean;
  /** The operations of a remote application. Default: those of this process. */
  operations?: Operations;
  /** This process has no store, so nobody can sign in. Default false. */
  isRemote?: boolean;
  /** Further paths at which it is mounted. */
  otherPaths?: readonly string[];
}

/** Whoever guesses waits so long for each answer. */
const WRONG_TOKEN_MS = 500;
const DEVELOPER: Caller = { name: 'developer', scopes: new Set<OperationsScope>(['read', 'act', 'values']) };
/** Headers of the page: it loads nothing from elsewhere, and nobody may put it into a frame. */
const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "base-uri 'self'; form-action 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
};
const SAFE_HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' };

/**
 * Makes the dashboard. Mount the function at `basePath` and everything below it.
 * @throws `dashboard_option_invalid`.
 */
export function createDashboard(options: DashboardOptions = {}): DashboardHandler {
  return createOwnDashboard(options);
}

/** The dashboard that development servers have beside the routes. */
export const createDevelopmentDashboard = (): DashboardHandler => {
  const [basePath, ...otherPaths] = DASHBOARD_PATHS;
  return createOwnDashboard({ isDevelopment: true, basePath, otherPaths });
};

/** As {@link createDashboard}, for the hosts in this package. */
export function createOwnDashboard(options: OwnDashboardOptions): DashboardHandler {
  const dashboard = new Dashboard(options);
  const handle = async (request: Request, context?: RequestContext): Promise<Response> => {
    const response = await dashboard.answer(request, context).catch((thrown: unknown) => answerThrown(thrown, null));
    for (const [name, value] of Object.entries(SAFE_HEADERS)) response.headers.set(name, value);
    return response;
  };
  return Object.assign(handle, { owns: (path: string) => dashboard.basePathOf(path.split('?')[0]!) !== undefined });
}

class Dashboard {
  readonly #options: OwnDashboardOptions;
  readonly #basePaths: readonly string[];

  constructor(options: OwnDashboardOptions) {
    const { basePath = DASHBOARD_PATHS[0], otherPaths = [], authorize } = options;
    if (!/^(?:\/[\w.~-]+)+$/.test(basePath)) throw invalid('basePath', 'a path such as "/_workflow"', basePath);
    if (authorize !== undefined && typeof authorize !== 'function')
      throw invalid('authorize', 'a function', String(authorize));
    this.#options = options;
    this.#basePaths = [basePath, ...otherPaths];
  }

  /** The path at which it is mounted, as far as the application chose it; `undefined`: the request is not its own. */
  basePathOf(pathname: string): string | undefined {
    return this.#basePaths.find((each) => `${pathname}/`.includes(`${each}/`));
  }

  async answer(request: Request, context: RequestContext | undefined): Promise<Response> {
    const { pathname } = new URL(request.url);
    const basePath = this.basePathOf(pathname);
    if (basePath === undefined) return new Response(null, { status: 404 });
    const base = `${pathname.slice(0, `${pathname}/`.indexOf(`${basePath}/`))}${basePath}/`;
    const path = pathname.slice(base.length);
    if (path.startsWith('api/')) return await this.#answerApi(path.slice('api/'.length), { request, base, context });
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuseMethod('GET');
    if (path.startsWith('assets/')) return (await answerFile(path, request)) ?? new Response(null, { status: 404 });
    // Also without a slash at the end, which some hosts cut off: the page knows its base.
    const html = await readIndex(base);
    return new Response(request.method === 'HEAD' ? null : html, { headers: PAGE_HEADERS });
  }

  async #answerApi(name: string, { request, base, context }: ApiRequest): Promise<Response> {
    if (!isFromPage(request))
      return answerThrown(new OperationRefusal(403, dashboardError('dashboard_foreign', {})), null);
    const isReading = name === 'session';
    if (request.method !== (isReading ? 'GET' : 'POST')) return refuseMethod(isReading ? 'GET' : 'POST');
    const cookie = { base, isSecure: new URL(request.url).protocol === 'https:' };
    if (name === 'login') return await this.#logIn(request, cookie);
    if (name === 'logout') return withCookie(reply(200, {}), forget(cookie));
    const caller = await this.#findCaller(request);
    if (!caller) return this.#refuse();
    if (isReading) return reply(200, this.#describe(caller));
    const { operations = localOperations } = this.#options;
    return await answerVerb(name, { request, caller, operations, context });
  }

  async #logIn(request: Request, cookie: { base: string; isSecure: boolean }): Promise<Response> {
    if (!this.#hasLogin) return this.#refuse();
    const { token } = (await readJson(request)) as { token?: unknown };
    const shown = typeof token === 'string' ? await findShown(token) : null;
    if (shown) return withCookie(reply(200, this.#describe(shown)), await remember(shown, cookie));
    await new Promise((resolve) => setTimeout(resolve, WRONG_TOKEN_MS));
    return this.#refuse();
  }

  async #findCaller(request: Request): Promise<Caller | null> {
    const { authorize, isDevelopment = false } = this.#options;
    if (authorize) return await askOwner(authorize, request);
    if (isDevelopment && isLoopback(request)) return DEVELOPER;
    return this.#hasLogin ? await readRemembered(request) : null;
  }

  #refuse(): Response {
    const login = this.#hasLogin ? 'token' : null;
    const { name, message, code } = dashboardError('dashboard_not_authorized', { login });
    return reply(401, { error: { name, message, code }, login });
  }

  get #hasLogin(): boolean {
    return !this.#options.authorize && !this.#options.isRemote;
  }

  /** The facts that the page has to know. */
  #describe({ name, scopes }: Caller): object {
    const { authorize, isDevelopment = false } = this.#options;
    const { settings, build } = getRuntime();
    return {
      name,
      scopes: [...scopes],
      isDevelopment,
      canLogOut: !authorize && name !== DEVELOPER.name,
      editorUrl: isDevelopment ? settings.editorUrl : null,
      project: build?.manifest.project ?? null,
      version: VERSION,
    };
  }
}

interface ApiRequest {
  request: Request;
  base: string;
  context: RequestContext | undefined;
}

async function askOwner(
  authorize: NonNullable<DashboardOptions['authorize']>,
  request: Request,
): Promise<Caller | null> {
  try {
    const answer = await authorize(request);
    if (!answer) return null;
    const { name = 'dashboard', scopes = ['read', 'act'] } = answer === true ? {} : answer;
    return { name, scopes: new Set(scopes) };
  } catch (error) {
    getRuntime().log.error('handler_failed', { handler: 'authorize', error });
    return null;
  }
}

const invalid = (option: string, expected: string, found: string): Error =>
  dashboardError('dashboard_option_invalid', { option, expected, found });

const refuseMethod = (allowed: string): Response => new Response(null, { status: 405, headers: { Allow: allowed } });

function withCookie(response: Response, cookie: string): Response {
  response.headers.append('Set-Cookie', cookie);
  return response;
}
