/**
 * Evaluates built modules of a Next server before anyone asks for them. Next evaluates what stands around them when a
 * server starts, and the user's code with the first request.
 */
import { createRequire } from 'node:module';
import { basename, dirname } from 'node:path';
import { builtFile } from './built-file.ts';

/** Next has loaded it: this code runs for it. */
const LOADED_FILE = 'instrumentation.js';

/** The part of a built module that Next adds to the user's code. Modules of the Pages Router have none of it. */
interface BuiltPage {
  /** Comes before the user's code, which may change `fetch` as well. */
  patchFetch?(): void;
  routeModule?: {
    /** Routes of the App Router have it. */
    ensureUserland?(): Promise<void>;
    /** Pages of the App Router have a tree. */
    userland?: { loaderTree?: LoaderTree };
  };
}

type LoaderTree = readonly [
  segment: string,
  children: Readonly<Record<string, LoaderTree>>,
  modules: { page?: readonly [load: () => unknown, path: string] },
];

/** @param page As for {@link builtFile}. @throws whatever the module does. */
export async function evaluatePage(page: string): Promise<void> {
  const require = createRequire(import.meta.url);
  for (const path of Object.keys(require.cache)) {
    const file = basename(path) === LOADED_FILE ? builtFile(dirname(path), page) : null;
    if (file === null) continue;
    // Next loads it in the same way, so it is evaluated once.
    const { patchFetch, routeModule } = (await require(file)) as BuiltPage;
    patchFetch?.();
    await routeModule?.ensureUserland?.();
    await evaluateTree(routeModule?.userland?.loaderTree);
  }
}

async function evaluateTree(tree: LoaderTree | undefined): Promise<void> {
  if (!tree) return;
  const [, children, { page }] = tree;
  await page?.[0]();
  for (const child of Object.values(children)) await evaluateTree(child);
}
