/** The application on Node's own server: no bundler, and no build except that of the workflows. */
import { join } from 'node:path';
import type { Command, Framework } from '../framework.ts';

export const CLI = 'node_modules/workflow/dist/cli/bin.js';
/** The application's files, needed at run time because they are not bundled. */
const APPLICATION = [
  'package.json',
  'app.ts',
  'chat.ts',
  'workflows',
  'effects.ts',
  'turnstile.ts',
  'progress.ts',
  'refusal.ts',
  'wording.ts',
  'elsewhere',
];
/** Runs an application whose files with directives are compiled when they are loaded. */
const REGISTERED = { flags: ['--import', 'workflow/register'] };

export const server = {
  name: 'node:http',
  template: join(import.meta.dirname, 'template'),
  sharesModules: true,
  sharesInDevelopment: 'unedited',
  build: { script: CLI, args: ['build'] },
  production: {
    output: [...APPLICATION, 'server.ts', '.workflow', 'node_modules'],
    serve: (): Command => ({ ...REGISTERED, script: 'server.ts', env: { NODE_ENV: 'production' } }),
  },
  develop: (): Command => ({ ...REGISTERED, script: 'server.ts' }),
} satisfies Framework;
