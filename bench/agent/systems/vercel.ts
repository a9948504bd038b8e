/**
 * The published peer: `DurableAgent` of `@workflow/ai` on `workflow` 4, with its local store and its handlers in this
 * process.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openVercelApp } from '../../drivers/vercel-app.ts';
import type { OpenAgentSystem } from '../agent-system.ts';

const SOURCE = fileURLToPath(new URL('../workflows/talk.ts', import.meta.url));

export const open: OpenAgentSystem = async (dir) => {
  const source = readFileSync(SOURCE, 'utf8').replace("from 'workflow/agent'", "from '@workflow/ai/agent'");
  const app = await openVercelApp(dir, { 'talk.ts': source });
  return {
    async talk(kind, prompt, rounds) {
      const run = await app.start(`workflow//./workflows/talk//${kind}`, [prompt, rounds]);
      await run.returnValue;
    },
    storedBytes: () => app.storedBytes(),
    close: () => app.close(),
  };
};
