/** The application on Astro. */
import { join } from 'node:path';
import type { Command, Framework } from '../framework.ts';

const CLI = 'node_modules/astro/bin/astro.mjs';
const HOST = '127.0.0.1';
const QUIET = { ASTRO_TELEMETRY_DISABLED: '1' };

export const astro = {
  name: 'Astro 7',
  template: join(import.meta.dirname, 'template'),
  appDir: 'src',
  sharesModules: true,
  sharesInDevelopment: 'all',
  build: { script: CLI, args: ['build'], env: QUIET },
  production: {
    // The server that Astro builds imports packages of its own.
    output: ['dist', 'node_modules'],
    serve: (port: number): Command => ({ script: 'dist/server/entry.mjs', env: { HOST, PORT: String(port) } }),
  },
  develop: (port: number): Command => ({
    script: CLI,
    args: ['dev', '--host', HOST, '--port', String(port)],
    env: QUIET,
  }),
} satisfies Framework;

/**
 * Below a path, with middleware, languages and redirects that are in the way of all requests, and copied without any
 * package.
 */
export const guardedAstro = {
  ...astro,
  name: 'Astro 7, guarded',
  template: [astro.template, join(import.meta.dirname, 'template-guarded')],
  base: '/v2',
  production: { ...astro.production, output: ['dist'] },
} satisfies Framework;

export const astro6 = {
  ...astro,
  name: 'Astro 6',
  template: [astro.template, join(import.meta.dirname, 'template-6')],
} satisfies Framework;
