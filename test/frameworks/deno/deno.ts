/** The application on Deno, without a bundler. The tests have Deno for Linux on x64. */
import { join } from 'node:path';
import type { Command, Framework } from '../framework.ts';
import { server } from '../server/server.ts';

const DENO = {
  program: 'node_modules/@deno/linux-x64-glibc/deno',
  flags: ['run', '-A', '--no-check', '--import', 'npm:workflow/register'],
};

export const deno = {
  ...server,
  name: 'Deno 2.9',
  template: join(import.meta.dirname, 'template'),
  production: {
    ...server.production,
    serve: (): Command => ({ ...DENO, script: 'server.ts', env: { NODE_ENV: 'production' } }),
  },
  develop: (): Command => ({ ...DENO, script: 'server.ts' }),
} satisfies Framework;
