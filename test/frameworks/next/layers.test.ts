/** Each layer of Next evaluates modules of its own: the steps of a file see those of the code that starts them. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WAIT } from '../../time-limits.ts';
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

/** In development Next evaluates all modules again after edits, with webpack and on the Pages Router. */
const ANY_TIME = 'export const once = (layer) => ({ layer, calls: 0 });';

const PATHS = { route: '/route', page: '/page', api: '/api/api', pages: '/pages' };
const ALL = Object.keys(PATHS) as (keyof typeof PATHS)[];

describe.each([
  { ...turbopack, mode: 'production', kinds: ALL, once: null },
  { ...turbopack, mode: 'development', kinds: ALL, once: ANY_TIME },
  { ...turbopack, mode: 'development', kinds: ['route', 'page'] as const, once: null },
  { ...webpack, mode: 'production', kinds: ALL, once: null },
  { ...webpack, mode: 'development', kinds: ALL, once: ANY_TIME },
])('the layers of $name in $mode: $kinds', ({ build, production, develop, mode, kinds, once }) => {
  const isDeveloped = mode === 'development';
  let project: InstalledProject;
  let server: ServerProcess;
  beforeAll(async () => {
    project = await InstalledProject.create({ template: TEMPLATES });
    await project.delete('next.config.js');
    if (kinds.length < ALL.length) await project.delete('pages');
    await project.edit('package.json', '{', '{ "sideEffects": false,');
    for (const file of ['layers/route.js', 'layers/route-state.js']) await writeForOthers(project, file);
    if (once !== null) await project.write('layers/once.js', once);
    const { ok, output } = isDeveloped ? { ok: true, output: '' } : await project.run(build);
    if (!ok) throw new Error(output);
    const port = await findFreePort();
    const effectsFile = `${project.dir}-effects.jsonl`;
    server = serve({
      command: isDeveloped ? develop(port) : production.serve(port),
      dir: project.dir,
      port,
      effectsFile,
    });
    await server.start();
  }, 600_000);
  afterAll(async () => {
    await server?.end('SIGKILL');
    project?.remove();
  });

  const textOf = async (path: string): Promise<string> => await (await fetch(server.url + path)).text();

  /** Asks twice, and expects that both see the same modules as their steps. */
  async function expectOneInstance(kind: keyof typeof PATHS, expected: object): Promise<void> {
    const see = async () => {
      const [seen] = /\{"layer.*?\}/.exec((await textOf(PATHS[kind])).replaceAll('&quot;', '"'))!;
      return JSON.parse(seen);
    };
    const { calls, ...seen } = await see();
    expect(seen).toEqual({ layer: kind, isMoney: true, isDenied: true, isBack: true, ...expected });
    expect(await see()).toEqual({ ...seen, calls: calls + 2 });
  }

  test.each(kinds)('%s has one instance of its modules, and so have the steps that it starts', (kind) =>
    // When a route is asked for the first time, webpack evaluates all modules again.
    isDeveloped ? vi.waitFor(() => expectOneInstance(kind, {}), WAIT) : expectOneInstance(kind, {}),
  );

  test.runIf(isDeveloped).each(kinds)('%s has so after an edit of its steps, too', async (kind) => {
    await project.edit(`layers/${kind}.js`, 'layer: state.layer', 'layer: state.layer, edition: 2');
    await vi.waitFor(() => expectOneInstance(kind, { edition: 2 }), WAIT);
  });

  test.runIf(kinds === ALL)('a package with steps is there once, although pages leave packages outside', async () => {
    expect(JSON.parse(await textOf('/api/packages'))).toEqual([1, 2, 3, 4]);
  });

  test
    .runIf(kinds === ALL)
    .each(['/.well-known/workflow/components', '/.well-known/workflow/pages', '/api/.well-known/workflow/steps'])(
    'nobody finds %s',
    async (path) => {
      expect((await fetch(server.url + path)).status).toBe(404);
    },
  );
});
