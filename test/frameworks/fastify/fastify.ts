/** The application on Fastify 5, without a bundler. */
import { join } from 'node:path';
import type { Framework } from '../framework.ts';
import { server } from '../server/server.ts';

export const fastify = {
  ...server,
  name: 'Fastify 5',
  template: join(import.meta.dirname, 'template'),
  dashboard: '/admin/_workflow',
} satisfies Framework;
