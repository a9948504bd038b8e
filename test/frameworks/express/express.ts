/** The application on Express 5, without a bundler. */
import { join } from 'node:path';
import type { Framework } from '../framework.ts';
import { server } from '../server/server.ts';

export const express = {
  ...server,
  name: 'Express 5',
  template: join(import.meta.dirname, 'template'),
  dashboard: '/admin/_workflow',
} satisfies Framework;

export const express4 = {
  ...express,
  name: 'Express 4',
  template: [express.template, join(import.meta.dirname, 'template-4')],
} satisfies Framework;
