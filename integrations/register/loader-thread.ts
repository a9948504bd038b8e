/** Runs on the loader's thread, in versions of Node whose hooks cannot run on the application's thread. */
import type { LoadHook } from 'node:module';
import type { MessagePort } from 'node:worker_threads';
import { applyApplicationView, contextFor, type LoadedProject, pathOfCompilable } from './node-loader.ts';

/** Comes from the application's thread. `port` gets the files with directives. */
export interface LoaderThreadData {
  rootDir: string;
  port: MessagePort;
}

let project: LoadedProject = { rootDir: '', onDirectives: () => undefined };

/** Node calls it with the data given to `register`. */
export function initialize({ rootDir, port }: LoaderThreadData): void {
  project = { rootDir, onDirectives: (file) => port.postMessage(file) };
}

/** Node's `load` hook. @throws Error with each problem in a file that does not compile. */
export const load: LoadHook = async (url, context, nextLoad) => {
  const path = pathOfCompilable(url);
  if (path === null) return await nextLoad(url, context);
  return applyApplicationView(path, await nextLoad(url, contextFor(path, context)), project);
};
