/** Runs inside a production server that Astro has built. */
import type { IncomingMessage } from 'node:http';
import { ROUTE_PREFIX } from '../../runtime/contract/routes.ts';
import { type Build, createHandler, registerBuild, setBaseUrl } from '../../runtime/entries/runtime.ts';
import { learnFromListening, type SiteAddress } from '../shared/public-address.ts';
import { runWorld } from '../shared/run-world.ts';
import type { AstroApp } from './astro-interface.ts';

/**
 * Starts the runtime on a build, so that runs continue before the first request. The app then answers the well-known
 * routes before anything that Astro does with a request: origin checks, trailing-slash redirects, the user's
 * middleware, and error pages for empty answers.
 */
export function serveBuild<App extends AstroApp>(app: App, load: () => Promise<Build>, address: SiteAddress): App {
  if (address.origin === null) learnFromListening(address.base);
  else setBaseUrl(address.origin + address.base);
  const registered = registerBuild(load());
  void runWorld(registered);
  // The error has been reported, and pages without workflows still work.
  answerAhead(app, { prefix: prefixOf(address), ready: registered.catch(() => undefined) });
  return app;
}

interface Ahead {
  /** Beginning of the paths of our routes. */
  prefix: string;
  /** Resolves when runs can be started. */
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

/** The fields that an adapter reads from a matched route. */
const ON_DEMAND = { type: 'endpoint', route: ROUTE_PREFIX, prerender: false };

/** Converts a Node request to a Web request. */
type CreateRequest = (request: IncomingMessage, options?: { bodySizeLimit?: number | undefined }) => Request;

/** Exempts requests to the well-known routes from the adapter's body limit. */
export function withWholeBody(createRequest: CreateRequest, address: SiteAddress): CreateRequest {
  const prefix = prefixOf(address);
  return (request, options) =>
    createRequest(request, request.url?.startsWith(prefix) ? { ...options, bodySizeLimit: undefined } : options);
}

/** Answers with a file, or calls the function when there is none. */
type FileHandler = (request: IncomingMessage, response: unknown, goOn: () => void) => void;

/**
 * Lets requests to the well-known routes bypass a file handler, which would redirect them to paths with a trailing
 * slash.
 */
export function letPass(handleFile: FileHandler, address: SiteAddress): FileHandler {
  const prefix = prefixOf(address);
  return (request, response, goOn) => (request.url?.startsWith(prefix) ? goOn() : handleFile(request, response, goOn));
}

const prefixOf = ({ base }: SiteAddress): string => `${base}${ROUTE_PREFIX}/`;
