/** The application on Vite: its development server, and in production a separate server that Vite has bundled. */
import { join } from 'node:path';
import type { Command, Framework } from '../framework.ts';

const CLI = 'node_modules/vite/bin/vite.js';

export const vite = {
  name: 'Vite 8',
  template: join(import.meta.dirname, 'template'),
  sharesModules: true,
  sharesInDevelopment: 'all',
  build: { script: CLI, args: ['build', '--ssr', 'server.ts'] },
  production: {
    // Vite does not bundle installed packages into servers.
    output: ['dist', '.workflow', 'node_modules', 'package.json'],
    serve: (): Command => ({ script: 'dist/server.js' }),
  },
  develop: (port: number): Command => ({
    script: CLI,
    args: ['--host', '127.0.0.1', '--port', String(port), '--strictPort'],
  }),
} satisfies Framework;

const NITRO = join(import.meta.dirname, 'template-nitro');

/** Nitro builds the server, and the application renders pages, in a Vite environment beside Nitro's. */
export const viteNitro = {
  ...vite,
  name: 'Vite 8 with Nitro',
  template: [NITRO, join(import.meta.dirname, 'template-nitro-pages')],
  build: { script: CLI, args: ['build'] },
  production: {
    output: ['.output'],
    serve: (port: number): Command => ({
      script: '.output/server/index.mjs',
      env: { NITRO_PORT: String(port), NITRO_HOST: '127.0.0.1' },
    }),
  },
} satisfies Framework;

/** The application is a route of Nitro's. */
export const viteNitroRoutes = {
  ...viteNitro,
  name: 'Vite 8 with Nitro, in a route',
  template: [NITRO, join(import.meta.dirname, 'template-nitro-routes')],
} satisfies Framework;

export const vite7 = {
  ...vite,
  name: 'Vite 7',
  template: [vite.template, join(import.meta.dirname, 'template-7')],
} satisfies Framework;

export const vite6 = {
  ...vite,
  name: 'Vite 6',
  template: [vite.template, join(import.meta.dirname, 'template-6')],
} satisfies Framework;
