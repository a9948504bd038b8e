/** The application on SvelteKit, with its adapter for Node. */
import { join } from 'node:path';
import type { Command, Framework } from '../framework.ts';

const CLI = 'node_modules/vite/bin/vite.js';
const HOST = '127.0.0.1';

/** @param templates Folders beside this file. */
function onSvelteKit(name: string, ...templates: string[]) {
  return {
    name,
    template: templates.map((template) => join(import.meta.dirname, template)),
    sharesModules: true,
    sharesInDevelopment: 'all',
    build: { script: CLI, args: ['build'] },
    production: {
      // SvelteKit 3 does not bundle this package, and the AI SDK imports it.
      output: ['build', 'package.json', 'node_modules/@opentelemetry'],
      serve: (port: number): Command => ({
        script: 'build/index.js',
        env: { HOST, ORIGIN: `http://${HOST}:${port}` },
      }),
    },
    develop: (port: number): Command => ({
      script: CLI,
      args: ['--host', HOST, '--port', String(port), '--strictPort'],
    }),
  } satisfies Framework;
}

export const sveltekit = onSvelteKit('SvelteKit 3', 'template');
export const sveltekit2 = onSvelteKit('SvelteKit 2', 'template', 'template-2');
/** Below a path, with a `handle` that refuses every request. */
export const guarded = {
  ...onSvelteKit('SvelteKit 3 below a path, guarded', 'template', 'template-guarded'),
  base: '/v2',
};
/** Steps that import modules only SvelteKit knows. */
export const withModules = onSvelteKit('SvelteKit 3 with modules of its own', 'template', 'template-modules');
export const withModules2 = onSvelteKit(
  'SvelteKit 2 with modules of its own',
  'template',
  'template-2',
  'template-modules-2',
);
