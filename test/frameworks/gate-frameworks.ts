/** The frameworks whose tests decide whether a change lands. `npm run setup` installs their packages. */
import type { Framework } from './framework.ts';
import { nitro } from './nitro/nitro.ts';
import { server } from './server/server.ts';
import { vite } from './vite/vite.ts';

export const GATE_FRAMEWORKS: readonly Framework[] = [nitro, vite, server];
