/** Runs on the loader's thread, in versions of Node whose hooks cannot run on the application's thread. */
import type { LoadHook } from 'node:module';
import { applyClientView, contextFor, pathOfCompilable } from './node-loader.ts';

let rootDir = '';

/** Node calls it with the data given to `register`. */
export function initialize(data: { rootDir: string }): void {
  rootDir = data.rootDir;
}

/** Node's `load` hook. @throws Error with each problem in a file that does not compile. */
export const load: LoadHook = async (url, context, nextLoad) => {
  const path = pathOfCompilable(url);
  if (path === null) return await nextLoad(url, context);
  return applyClientView(path, await nextLoad(url, contextFor(path, context)), rootDir);
};
