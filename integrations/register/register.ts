/**
 * `node --import workflow/register app.ts` compiles files with directives when they are loaded, for applications
 * without a bundler. On Bun: `bun --preload workflow/register`; on Deno: `deno run --import npm:workflow/register`.
 */
import '../../runtime/contract/node-version.ts';
import module from 'node:module';
import { pathToFileURL } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { ownFile } from '../../compiler/own-code.ts';
import type { DirectiveFile } from '../../compiler/plugin/directive-file.ts';
import { noteDirectives } from '../shared/application-files.ts';
import { findProjectRoot, registeredRoot, setRegisteredRoot } from '../shared/project-root.ts';
import { registerOnBun } from './bun-plugin.ts';
import type { LoaderThreadData } from './loader-thread.ts';
import { applyApplicationView, contextFor, pathOfCompilable } from './node-loader.ts';

// After Deno installs hooks, native modules no longer load, so the builder's come first.
if (process.versions['deno']) module.createRequire(import.meta.url)(ownFile('compiler/build/builder'));
// Another copy of this package may have done it already.
if (registeredRoot() === null) registerApplicationView(findProjectRoot());

function registerApplicationView(rootDir: string): void {
  setRegisteredRoot(rootDir);
  if (process.versions['bun']) return registerOnBun(rootDir);
  // Stacks show positions in the file as the user wrote it.
  process.setSourceMapsEnabled(true);
  if (typeof module.registerHooks !== 'function') {
    registerOnThread(rootDir);
    return;
  }
  const project = { rootDir, onDirectives: noteDirectives };
  module.registerHooks({
    load(url, context, nextLoad) {
      const path = pathOfCompilable(url);
      if (path === null) return nextLoad(url, context);
      return applyApplicationView(path, nextLoad(url, contextFor(path, context)), project);
    },
  });
}

function registerOnThread(rootDir: string): void {
  const { port1, port2 } = new MessageChannel();
  port1.on('message', (file: DirectiveFile) => void noteDirectives(file));
  port1.unref();
  const data: LoaderThreadData = { rootDir, port: port2 };
  const thread = pathToFileURL(ownFile('integrations/register/loader-thread')).href;
  module.register(thread, { data, transferList: [port2] });
}
