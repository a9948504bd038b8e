/** Runs on the thread of the loader, in versions of Node whose hooks cannot run on the application's own. */
import type { LoadHook } from 'node:module';
import { applyClientView, contextFor, pathOfCompilable } from './node-loader.ts';

let rootDir = '';

/** Called by Node with what `register` was given. */
export function initialize(data: { rootDir: string }): void {
  rootDir = data.rootDir;
}

export const load: LoadHook = async (url, context, nextLoad) => {
  const path = pathOfCompilable(url);
  if (path === null) return await nextLoad(url, context);
  return applyClientView(path, await nextLoad(url, contextFor(path, context)), rootDir);
};
