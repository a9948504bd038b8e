/** The application on Bun, without a bundler. The tests have Bun for Linux on x64. */
import { join } from 'node:path';
import type { Command, Framework } from '../framework.ts';
import { server } from '../server/server.ts';

const BUN = { program: 'node_modules/@oven/bun-linux-x64/bin/bun', flags: ['--preload', 'workflow/register'] };

export const bun = {
  ...server,
  name: 'Bun 1.4',
  template: join(import.meta.dirname, 'template'),
  production: {
    ...server.production,
    serve: (): Command => ({ ...BUN, script: 'server.ts', env: { NODE_ENV: 'production' } }),
  },
  develop: (): Command => ({ ...BUN, script: 'server.ts' }),
} satisfies Framework;
