/** Runs inside a production server that SvelteKit has built. */
import { IncomingMessage } from 'node:http';
import { type Build, createHandler, registerBuild, setBaseUrl } from '../../runtime/entries/runtime.ts';
import { toWebRequest } from '../shared/node-request.ts';
import { runWorld } from '../shared/run-world.ts';
import { isWellKnownPath } from '../shared/well-known-path.ts';

/** Where the application is reached, as its configuration says. */
export interface SiteAddress {
  /** Path below which it is mounted. */
  base: string;
  /** Its public origin; `null`: it is not given. */
  origin: string | null;
}

const PORT_DEFAULT = 3000;
let served: Promise<void> | null = null;

/** Starts the runtime on a build, so that runs go on before the first request comes. Resolves when runs can be started. */
export function serveBuild(load: () => Promise<Build>, { base, origin }: SiteAddress): Promise<void> {
  return (served ??= serve(load, (origin ?? originOfProcess()) + base));
}

async function serve(load: () => Promise<Build>, baseUrl: string): Promise<void> {
  setBaseUrl(baseUrl);
  await registerBuild(await load());
  void runWorld(Promise.resolve());
}

/** What SvelteKit's adapter for Node reads as well. */
const originOfProcess = (): string =>
  process.env['ORIGIN'] || `http://localhost:${process.env['PORT'] || PORT_DEFAULT}`;

/** SvelteKit's function from request to response. Its last argument is the state of the request. */
type Respond = (request: Request, ...rest: unknown[]) => Promise<Response>;

/**
 * Answers the well-known routes by itself, ahead of everything that SvelteKit does with a request: the check of origins, the
 * user's `handle`, and the search for a route.
 */
export function answerAhead(respond: Respond): Respond {
  const answer = createHandler();
  return (request, ...rest) => {
    if (!isWellKnownPath(new URL(request.url).pathname)) return respond(request, ...rest);
    return answer(withWholeBody(request, rest.at(-1)));
  };
}

/**
 * The adapter for Node refuses bodies that are larger than `BODY_SIZE_LIMIT`, which is for forms and 512 KiB, and version 2
 * drops those without a type. In both cases nobody has begun to read what Node received.
 */
function withWholeBody(request: Request, state: unknown): Request {
  const received = (state as { platform?: { req?: unknown } } | undefined)?.platform?.req;
  const isUnread = received instanceof IncomingMessage && received.readableFlowing === null;
  return isUnread ? toWebRequest(received, request.signal) : request;
}
