/** The application on Express 5, without a bundler. */
import { join } from 'node:path';
import type { Framework } from '../framework.ts';
import { server } from '../server/server.ts';

export const express = {
  ...server,
  name: 'Express 5',
  template: join(import.meta.dirname, 'template'),
} satisfies Framework;
