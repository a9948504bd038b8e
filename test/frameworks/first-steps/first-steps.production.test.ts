/** The first files of a page work when they are pasted, as they are, in a package as `npm init` makes it. */
import { afterEach, describe, expect, test } from 'vitest';
import type { Framework } from '../framework.ts';
import type { InstalledProject } from '../installed-project.ts';
import { nitro, nitro2, nitro30 } from '../nitro/nitro.ts';
import { server } from '../server/server.ts';
import { vite } from '../vite/vite.ts';
import { askServer, createFromPage, type Newcomer } from './newcomer-project.ts';

const LIMIT_MS = 300_000;
const STARTED = { runId: expect.stringMatching(/^wrun_/) };
const OF_SERVER = { path: '/?email=ann@example.com', mail: 'To ann@example.com: Hello!' };

let project: InstalledProject | undefined;
afterEach(() => project?.remove());

async function create(newcomer: Newcomer, build?: Framework['build']): Promise<InstalledProject> {
  project = await createFromPage(newcomer);
  for (const command of [build ?? []].flat()) {
    const { ok, output } = await project.run(command);
    if (!ok) throw new Error(output);
  }
  return project;
}

describe('the first files of a page', { timeout: LIMIT_MS }, () => {
  test('run on node:http', async () => {
    const created = await create({ page: 'server.md', template: server.template });
    const command = { script: 'server.ts', flags: ['--import', 'workflow/register'] };
    expect(await askServer(created, () => command, OF_SERVER)).toEqual(STARTED);
  });

  test.each([nitro, nitro30, nitro2])('run on $name', async ({ template, build, production }) => {
    const built = await create({ page: 'nitro.md', template }, build);
    const asked = { path: '/welcome', mail: 'To ann@example.com: Hello!' };
    expect(await askServer(built, production.serve, asked)).toEqual(STARTED);
  });

  test.each([
    ['as npm init makes it', {}, 'dist/server.mjs'],
    ['of type module', { command: 'npm pkg set type=module' }, 'dist/server.js'],
  ])('run on Vite, in a package %s', async (_, change, script) => {
    const built = await create({ page: 'vite.md', template: vite.template, ...change }, vite.build);
    expect(await askServer(built, () => ({ script }), OF_SERVER)).toEqual(STARTED);
  });
});
