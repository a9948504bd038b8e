/** The application on Node's own server, as it is: no bundler, no build but that of the workflows. */
import { join } from 'node:path';
import type { Command, Framework } from '../framework.ts';

export const CLI = 'node_modules/workflow/dist/cli/bin.js';
/** What the application is made of. It is needed at run time, because nobody has bundled it. */
const APPLICATION = ['package.json', 'app.ts', 'chat.ts', 'workflows', 'effects.ts', 'progress.ts', 'wording.ts'];
/** How an application is run whose files with directives are compiled as they are loaded. */
const REGISTERED = { flags: ['--import', 'workflow/register'] };

export const server = {
  name: 'node:http',
  template: join(import.meta.dirname, 'template'),
  build: { script: CLI, args: ['build'] },
  production: {
    output: [...APPLICATION, 'server.ts', '.workflow', 'node_modules'],
    serve: (): Command => ({ ...REGISTERED, script: 'server.ts', env: { NODE_ENV: 'production' } }),
  },
  develop: (): Command => ({ ...REGISTERED, script: 'server.ts' }),
} satisfies Framework;
