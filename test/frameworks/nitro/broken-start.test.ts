/** A development server that is started while a workflow file does not compile. */
import { afterEach, describe, expect, test } from 'vitest';
import { AppClient } from '../app-client.ts';
import { InstalledProject } from '../installed-project.ts';
import { serve } from '../server-command.ts';
import { findFreePort, type ServerProcess } from '../server-process.ts';
import { nitro, nitro2 } from './nitro.ts';

const LIMIT_MS = 600_000;
const GREETING = 'workflows/greeting.ts';

describe.each([nitro, nitro2])('$name, started with a file that does not compile', (framework) => {
  let project: InstalledProject;
  let server: ServerProcess | null = null;
  afterEach(async () => {
    await server?.end('SIGKILL');
    project?.remove();
  }, LIMIT_MS);

  test(
    'reports the error, and serves as soon as it is fixed',
    async () => {
      project = await InstalledProject.create(framework);
      await project.edit(GREETING, 'async function salute', 'function salute');
      const port = await findFreePort();
      const effectsFile = `${project.dir}-effects.jsonl`;
      server = serve({ command: framework.develop(port), dir: project.dir, port, effectsFile });
      server.startUnasked();
      await expect.poll(() => server!.output).toContain('[compile_function_sync]');
      await project.edit(GREETING, 'function salute', 'async function salute');
      const client = new AppClient({ url: server.url, effectsFile });
      const greet = async (): Promise<unknown> =>
        await client.resultBetweenRestarts(await client.start('greet', 'Ann'));
      await expect.poll(greet).toBe('Hello, Ann! (first edition)');
    },
    LIMIT_MS,
  );
});
