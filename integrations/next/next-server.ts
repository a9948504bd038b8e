/** Runs inside a Next server: the generated modules import it. */
import '../../runtime/contract/node-version.ts';
import { type Build, createHandler, registerBuild } from '../../runtime/entries/runtime.ts';
import { runWorld } from '../shared/run-world.ts';
import { learnAddress } from './server-address.ts';

const answer = createHandler();

/** Answers requests to all well-known routes, also with the trailing slash that Next may redirect to. */
export async function handleRequest(request: Request): Promise<Response> {
  const url = new URL(request.url);
  if (!url.pathname.endsWith('/')) return await answer(request);
  url.pathname = url.pathname.replace(/\/+$/, '');
  return await answer(new Request(url, request));
}

/**
 * Starts the runtime of a production server on its build, so that runs continue before the first request.
 * @param basePath Path below which the application is mounted; empty: none.
 */
export function serveBuild(load: () => Promise<Build>, basePath: string): void {
  learnAddress(basePath);
  void runWorld(registerBuild(load()), { endsFirst: true });
}
