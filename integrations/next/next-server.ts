/** Runs inside a Next server: the generated modules import it. */
import '../../runtime/contract/node-version.ts';
import { type Build, createHandler, registerBuild } from '../../runtime/entries/runtime.ts';
import { runWorld } from '../shared/run-world.ts';
import { evaluatePage, loadedDirs } from './evaluate-page.ts';
import { nextError } from './messages.ts';
import { providedSteps } from './provided-steps.ts';
import { learnAddress } from './server-address.ts';
export { provideSteps } from './provided-steps.ts';

const answer = createHandler();

/** Answers requests to all well-known routes, also with the trailing slash that Next may redirect to. */
export async function handleRequest(request: Request): Promise<Response> {
  const url = new URL(request.url);
  if (!url.pathname.endsWith('/')) return await answer(request);
  url.pathname = url.pathname.replace(/\/+$/, '');
  return await answer(new Request(url, request));
}

/** The settings of a production server, and where its steps are. */
interface ServedProject {
  /** Path below which the application is mounted; empty: none. */
  basePath: string;
  /** The entries of the layers that steps run in: see {@link evaluatePage}. */
  pages: Record<string, string>;
}

/** Starts the runtime of a production server on its build, so that runs continue before the first request. */
export function serveBuild(build: Omit<Build, 'steps'>, { basePath, pages }: ServedProject): void {
  learnAddress(basePath);
  const load = async (): Promise<Build> => ({ ...build, steps: await loadSteps(pages) });
  void runWorld(registerBuild(load()), { endsFirst: true });
}

async function loadSteps(pages: Record<string, string>): Promise<Build['steps']> {
  const steps = await Promise.all(
    Object.entries(pages).map(async ([layer, page]) => {
      await evaluatePage(page, loadedDirs());
      const provided = providedSteps(layer);
      if (!provided) throw nextError('integration_next_layer', { page });
      return await provided.load();
    }),
  );
  return new Map(steps.flatMap((ofLayer) => [...ofLayer]));
}
