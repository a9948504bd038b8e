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

/** The folders of the servers in this process that are built. */
export const loadedDirs = (): string[] =>
  Object.keys(createRequire(import.meta.url).cache)
    .filter((path) => basename(path) === LOADED_FILE)
    .map((path) => dirname(path));

/**
 * @param page As for {@link builtFile}. @param dirs The folders of servers that may have it.
 * @throws whatever the module does.
 */
export async function evaluatePage(page: string, dirs: readonly string[]): Promise<void> {
  // A function for each call: it keeps what it has loaded, which in development is replaced again and again.
  const require = createRequire(import.meta.url);
  for (const dir of dirs) {
    const file = builtFile(dir, page);
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
