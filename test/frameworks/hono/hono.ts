/** The application on Hono 4, without a bundler. */
import { join } from 'node:path';
import type { Framework } from '../framework.ts';
import { server } from '../server/server.ts';

export const hono = {
  ...server,
  name: 'Hono 4',
  template: join(import.meta.dirname, 'template'),
  dashboard: '/admin/_workflow',
} satisfies Framework;
