/** Each layer of Next evaluates modules of its own: the steps of a file see those of the code that starts them. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { InstalledProject } from '../installed-project.ts';
import { serve } from '../server-command.ts';
import { findFreePort, type ServerProcess } from '../server-process.ts';
import { turbopack, webpack } from './next.ts';

const TEMPLATES = ['template-pages', 'template-layers'].map((name) => join(import.meta.dirname, name));

/** Each layer has workflows of its own; they differ in its name. */
async function writeForOthers(project: InstalledProject, file: string): Promise<void> {
  const text = await project.read(file);
  for (const layer of ['page', 'api', 'pages'])
    await project.write(file.replace('route', layer), text.replaceAll('route', layer));
}

describe.each([turbopack, webpack])('the layers of $name', ({ build, production }) => {
  let project: InstalledProject;
  let server: ServerProcess;
  beforeAll(async () => {
    project = await InstalledProject.create({ template: TEMPLATES });
    await project.delete('next.config.js');
    await project.edit('package.json', '{', '{ "sideEffects": false,');
    for (const file of ['layers/route.js', 'layers/route-state.js']) await writeForOthers(project, file);
    const { ok, output } = await project.run(build);
    if (!ok) throw new Error(output);
    const port = await findFreePort();
    const effectsFile = `${project.dir}-effects.jsonl`;
    server = serve({ command: production.serve(port), dir: project.dir, port, effectsFile });
    await server.start();
  }, 600_000);
  afterAll(async () => {
    await server?.end('SIGKILL');
    project?.remove();
  });

  const textOf = async (path: string): Promise<string> => await (await fetch(server.url + path)).text();

  test.each([
    ['route', '/route'],
    ['page', '/page'],
    ['api', '/api/api'],
    ['pages', '/pages'],
  ])('%s has one instance of its modules, and so have the steps that it starts', async (layer, path) => {
    for (const calls of [2, 4]) {
      const [seen] = /\{"layer.*?\}/.exec((await textOf(path)).replaceAll('&quot;', '"'))!;
      expect(JSON.parse(seen)).toEqual({ layer, isMoney: true, isDenied: true, calls, isBack: true });
    }
  });

  test('a package with steps is there once, although pages leave packages outside', async () => {
    expect(JSON.parse(await textOf('/api/packages'))).toEqual([1, 2, 3, 4]);
  });

  test.each(['/.well-known/workflow/components', '/.well-known/workflow/pages', '/api/.well-known/workflow/steps'])(
    'nobody finds %s',
    async (path) => {
      expect((await fetch(server.url + path)).status).toBe(404);
    },
  );
});
