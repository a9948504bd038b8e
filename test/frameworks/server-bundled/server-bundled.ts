/** The application on Node's own server, bundled with esbuild: no sources at run time. */
import { join } from 'node:path';
import type { Command, Framework } from '../framework.ts';
import { CLI } from '../server/server.ts';

export const serverBundled = {
  name: 'node:http with esbuild',
  template: join(import.meta.dirname, 'template'),
  sharesModules: true,
  build: [{ script: CLI, args: ['build'] }, { script: 'build.ts' }],
  production: {
    output: ['package.json', 'dist', '.workflow', 'node_modules'],
    serve: (): Command => ({ script: 'dist/server.mjs', env: { NODE_ENV: 'production' } }),
  },
} satisfies Framework;

/** The oldest esbuild that is supported. */
export const serverBundledOlder = {
  ...serverBundled,
  name: 'node:http with esbuild 0.25',
  template: [serverBundled.template, join(import.meta.dirname, 'template-0.25')],
} satisfies Framework;
