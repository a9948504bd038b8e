/** Runs inside a production server that SvelteKit has built. */
import { IncomingMessage } from 'node:http';
import { type Build, createHandler, registerBuild, setBaseUrl } from '../../runtime/entries/runtime.ts';
import { toWebRequest } from '../shared/node-request.ts';
import type { SiteAddress } from '../shared/public-address.ts';
import { runWorld } from '../shared/run-world.ts';

const PORT_DEFAULT = 3000;
let served: Promise<void> | null = null;

/** Starts the runtime on a build, so that runs continue before the first request. Resolves when runs can be started. */
export function serveBuild(load: () => Promise<Build>, { base, origin }: SiteAddress): Promise<void> {
  return (served ??= serve(load, (origin ?? originOfProcess()) + base));
}

async function serve(load: () => Promise<Build>, baseUrl: string): Promise<void> {
  setBaseUrl(baseUrl);
  await registerBuild(load());
  void runWorld(Promise.resolve());
}

/** SvelteKit's adapter for Node reads the same variable. */
const originOfProcess = (): string =>
  process.env['ORIGIN'] || `http://localhost:${process.env['PORT'] || PORT_DEFAULT}`;

/** SvelteKit's function from request to response. The last argument is the request's state. */
type Respond = (request: Request, ...rest: unknown[]) => Promise<Response>;

/**
 * Answers the well-known routes before anything that SvelteKit does with a request: origin checks, the user's `handle`,
 * and the search for a route.
 */
export function answerAhead(respond: Respond): Respond {
  const answer = createHandler();
  return (request, ...rest) => {
    if (!answer.owns(new URL(request.url).pathname)) return respond(request, ...rest);
    return answer(withWholeBody(request, rest.at(-1)));
  };
}

/**
 * The adapter for Node refuses bodies larger than `BODY_SIZE_LIMIT` (512 KiB, meant for forms), and version 2 drops
 * bodies without a type. In both cases nothing has read Node's request yet.
 */
function withWholeBody(request: Request, state: unknown): Request {
  const received = (state as { platform?: { req?: unknown } } | undefined)?.platform?.req;
  const isUnread = received instanceof IncomingMessage && received.readableFlowing === null;
  return isUnread ? toWebRequest(received, request) : request;
}
