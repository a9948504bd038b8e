/** Runs inside a production server that Astro has built. */
import type { IncomingMessage } from 'node:http';
import { ROUTE_PREFIX } from '../../runtime/contract/routes.ts';
import { type Build, createHandler, registerBuild, setBaseUrl } from '../../runtime/entries/runtime.ts';
import { learnFromListening } from '../shared/public-address.ts';
import { runWorld } from '../shared/run-world.ts';
import type { AstroApp } from './astro-interface.ts';

/** Where a site is reached, as its configuration says. */
export interface SiteAddress {
  /** Path below which it is mounted, without a slash at the end. */
  base: string;
  /** Its public origin; `null`: it is not given. */
  origin: string | null;
}

/**
 * Starts the runtime on a build, so that runs go on before the first request comes, and has the app answer the well-known
 * routes by itself, ahead of everything that Astro does with a request: the check of origins, redirects for slashes, the
 * user's middleware, and error pages in place of empty answers.
 */
export function serveBuild<App extends AstroApp>(app: App, load: () => Promise<Build>, address: SiteAddress): App {
  if (address.origin === null) learnFromListening(address.base);
  else setBaseUrl(address.origin + address.base);
  const registered = load().then(registerBuild);
  void runWorld(registered);
  // It is reported already, and pages without workflows do without them.
  answerAhead(app, { prefix: prefixOf(address), ready: registered.catch(() => undefined) });
  return app;
}

interface Ahead {
  /** How paths of our routes begin. */
  prefix: string;
  /** When runs can be started. */
  ready: Promise<void>;
}

function answerAhead(app: AstroApp, { prefix, ready }: Ahead): void {
  const answer = createHandler();
  const isOurs = ({ url }: Request): boolean => new URL(url).pathname.startsWith(prefix);
  const { match, render } = app;
  app.match = (request, ...rest) => (isOurs(request) ? ON_DEMAND : match.call(app, request, ...rest));
  app.render = async (request, options) => {
    await ready;
    if (!isOurs(request)) return await render.call(app, request, options);
    return await answer(request, { waitUntil: options?.waitUntil });
  };
}

/** What an adapter looks at in a route that it hands back to the app. */
const ON_DEMAND = { type: 'endpoint', route: ROUTE_PREFIX, prerender: false };

/** Makes a request of the Web out of Node's. */
type CreateRequest = (request: IncomingMessage, options?: { bodySizeLimit?: number | undefined }) => Request;

/** Has requests to the well-known routes made without the adapter's limit for bodies. */
export function withWholeBody(createRequest: CreateRequest, address: SiteAddress): CreateRequest {
  const prefix = prefixOf(address);
  return (request, options) =>
    createRequest(request, request.url?.startsWith(prefix) ? { ...options, bodySizeLimit: undefined } : options);
}

/** Answers with a file, or calls the function: there is none. */
type FileHandler = (request: IncomingMessage, response: unknown, goOn: () => void) => void;

/** Has a handler of files let requests to the well-known routes pass: it would redirect them to addresses with a slash. */
export function letPass(handleFile: FileHandler, address: SiteAddress): FileHandler {
  const prefix = prefixOf(address);
  return (request, response, goOn) => (request.url?.startsWith(prefix) ? goOn() : handleFile(request, response, goOn));
}

const prefixOf = ({ base }: SiteAddress): string => `${base}${ROUTE_PREFIX}/`;
