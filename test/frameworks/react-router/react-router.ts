/** The application on React Router in framework mode, with a server of its own in production. */
import { join } from 'node:path';
import type { Command, Framework } from '../framework.ts';

const CLI = 'node_modules/@react-router/dev/bin.cjs';
const CLI_7 = 'node_modules/@react-router/dev/bin.js';

export const reactRouter = {
  name: 'React Router 8',
  template: join(import.meta.dirname, 'template'),
  sharesModules: true,
  sharesInDevelopment: 'all',
  build: { script: CLI, args: ['build'] },
  production: {
    output: ['build', '.workflow', 'node_modules', 'package.json', 'server.mjs'],
    serve: (): Command => ({ script: 'server.mjs' }),
  },
  develop: (port: number): Command => ({
    script: CLI,
    args: ['dev', '--host', '127.0.0.1', '--port', String(port), '--strictPort'],
  }),
} satisfies Framework;

export const reactRouter7 = {
  ...reactRouter,
  name: 'React Router 7',
  template: [reactRouter.template, join(import.meta.dirname, 'template-7')],
  build: { ...reactRouter.build, script: CLI_7 },
  develop: (port: number): Command => ({ ...reactRouter.develop(port), script: CLI_7 }),
} satisfies Framework;
