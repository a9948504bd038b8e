/** The frameworks whose tests decide whether a change lands. `npm run setup` installs their packages. */
import type { Framework } from './framework.ts';
import { nitro } from './nitro/nitro.ts';
import { server } from './server/server.ts';
import { vite } from './vite/vite.ts';

/** By the file of their tests. */
export const GATE_FRAMEWORKS: Readonly<Record<string, Framework>> = {
  'test/frameworks/nitro/nitro.production.test.ts': nitro,
  'test/frameworks/vite/vite.production.test.ts': vite,
  'test/frameworks/server/server.production.test.ts': server,
};
