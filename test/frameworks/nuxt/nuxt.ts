/** The application on Nuxt. */
import { join } from 'node:path';
import type { Command, Framework } from '../framework.ts';
import { dropsArrivals } from '../nitro/nitro.ts';

const CLI = 'node_modules/nuxt/bin/nuxt.mjs';
const HOST = '127.0.0.1';

export const nuxt = {
  name: 'Nuxt 4',
  template: join(import.meta.dirname, 'template'),
  sharesModules: true,
  sharesInDevelopment: 'all',
  build: { script: CLI, args: ['build'] },
  production: {
    output: ['.output'],
    serve: (port: number): Command => ({
      script: '.output/server/index.mjs',
      env: { NITRO_PORT: String(port), NITRO_HOST: HOST },
    }),
  },
  develop: (port: number): Command => ({ script: CLI, args: ['dev', '--host', HOST, '--port', String(port)] }),
  dropsArrivals,
} satisfies Framework;

export const nuxt3 = {
  ...nuxt,
  name: 'Nuxt 3',
  template: [nuxt.template, join(import.meta.dirname, 'template-3')],
} satisfies Framework;
