import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppClient } from '../app-client.ts';
import { InstalledProject } from '../installed-project.ts';
import { serve } from '../server-command.ts';
import { findFreePort, type ServerProcess } from '../server-process.ts';
import { withModules, withModules2 } from './sveltekit.ts';

describe.each([
  { framework: withModules, id: 'workflow//./workflows/words//say', tsconfig: '$app/tsconfig' },
  { framework: withModules2, id: 'workflow//./src/workflows/words//say', tsconfig: './.svelte-kit/tsconfig.json' },
])('$framework.name', ({ framework, id, tsconfig }) => {
  let project: InstalledProject;
  let server: ServerProcess;
  let client: AppClient;
  let build: { ok: boolean; output: string };
  const WORD = 'tomorrow';

  async function startServer(mode: 'production' | 'development'): Promise<void> {
    await server?.end('SIGKILL');
    const port = await findFreePort();
    const command = mode === 'production' ? framework.production.serve(port) : framework.develop(port);
    const effectsFile = `${project.dir}-effects.jsonl`;
    await rm(effectsFile, { force: true });
    server = serve({
      command: { ...command, env: { ...('env' in command ? command.env : {}), WORD } },
      dir: project.dir,
      port,
      effectsFile,
    });
    client = new AppClient({ url: server.url, effectsFile });
    await server.start();
  }

  beforeAll(async () => {
    project = await InstalledProject.create(framework);
    // Like SvelteKit's own templates: the file that it extends does not exist before the first build.
    await project.write('tsconfig.json', JSON.stringify({ extends: tsconfig }));
    build = await project.run({ ...framework.build, env: { WORD } });
  });
  afterAll(async () => {
    await server?.end('SIGKILL');
    project?.remove();
  });

  test("building runs no workflow and leaves no files in the user's folders", () => {
    expect(build).toMatchObject({ ok: true });
    expect(existsSync(project.path('.workflow-data'))).toBe(false);
    expect(existsSync(project.path('src/routes/.well-known'))).toBe(false);
  });

  test.each(['production', 'development'] as const)(
    'in %s steps can use aliases and variables, and "init" can start a run',
    async (mode) => {
      await startServer(mode);
      await expect.poll(() => client.effects()).toMatchObject([{ name: 'said' }]);
      expect(await client.result(await client.startById(id))).toBe('The word is tomorrow.');
    },
  );

  test("the application's own forms stay protected from other origins", async () => {
    await startServer('production');
    const send = (path: string) =>
      fetch(server.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://attacker.example' },
        body: 'a=1',
      });
    expect(await send('/app/start/greet')).toMatchObject({ status: 403 });
    expect(await send('/.well-known/workflow/v1/webhook/unknown')).toMatchObject({ status: 404 });
  });

  test('"vite preview" serves the build, with its workflows', async () => {
    const port = await findFreePort();
    const effectsFile = `${project.dir}-effects.jsonl`;
    const preview = serve({
      command: {
        script: framework.build.script,
        args: ['preview', '--host', '127.0.0.1', '--port', String(port), '--strictPort'],
        env: { WORD },
      },
      dir: project.dir,
      port,
      effectsFile,
    });
    try {
      await server.end('SIGTERM');
      await preview.start();
      const previewed = new AppClient({ url: preview.url, effectsFile });
      expect(await previewed.result(await previewed.startById(id))).toBe('The word is tomorrow.');
    } finally {
      await preview.end('SIGKILL');
    }
  });
});
