import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { InstalledProject } from '../installed-project.ts';
import { serve } from '../server-command.ts';
import { findFreePort, type ServerProcess } from '../server-process.ts';
import { turbopack } from './next.ts';

let project: InstalledProject;
let server: ServerProcess;
beforeAll(async () => {
  project = await InstalledProject.create({ template: join(import.meta.dirname, 'template-pages') });
  const { ok, output } = await project.run(turbopack.build);
  if (!ok) throw new Error(output);
  const port = await findFreePort();
  const effectsFile = `${project.dir}-effects.jsonl`;
  server = serve({ command: turbopack.production.serve(port), dir: project.dir, port, effectsFile });
  await server.start();
}, 600_000);
afterAll(async () => {
  await server?.end('SIGKILL');
  project?.remove();
});

test('a CommonJS project with pages starts workflows from its API', async () => {
  const response = await fetch(`${server.url}/api/greet/?name=Ann`);
  expect(await response.json()).toBe('Hello, Ann! (first edition)');
});

test('locales and trailing slashes do not redirect calls to our routes', async () => {
  for (const path of ['flow', 'flow/', 'webhook/none', 'webhook/none/']) {
    const url = `${server.url}/.well-known/workflow/v1/${path}`;
    const { status } = await fetch(url, { method: 'POST', body: 'x', redirect: 'manual' });
    expect([path, status]).toEqual([path, path.startsWith('flow') ? 401 : 404]);
  }
});

test('the temporary file of the build is removed', async () => {
  await expect(project.read('instrumentation.js')).rejects.toMatchObject({ code: 'ENOENT' });
});
