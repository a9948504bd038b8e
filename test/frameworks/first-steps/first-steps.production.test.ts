/** The first files of a page work when they are pasted, as they are, into a package that `npm init` has made. */
import { expect, test } from 'vitest';
import { nitro } from '../nitro/nitro.ts';
import { server } from '../server/server.ts';
import { vite } from '../vite/vite.ts';
import { takeFirstSteps } from './newcomer-project.ts';

const STARTED = { runId: expect.stringMatching(/^wrun_/) };
const EMAIL_PATH = '/?email=ann@example.com';

test('node:http', async () => {
  const serve = () => ({ script: 'server.ts', flags: ['--import', 'workflow/register'] });
  const steps = { page: 'server.md', template: server.template, serve, path: EMAIL_PATH };
  expect(await takeFirstSteps(steps)).toEqual(STARTED);
});

test(nitro.name, async () => {
  const { template, build, production } = nitro;
  const steps = { page: 'nitro.md', template, build, serve: production.serve, path: '/welcome' };
  expect(await takeFirstSteps(steps)).toEqual(STARTED);
});

test.each([
  ['as npm init makes it', {}, 'dist/server.mjs'],
  ['of type module', { command: 'npm pkg set type=module' }, 'dist/server.js'],
])('Vite, in a package %s', async (_, change, script) => {
  const { template, build } = vite;
  const steps = { page: 'vite.md', template, build, serve: () => ({ script }), path: EMAIL_PATH, ...change };
  expect(await takeFirstSteps(steps)).toEqual(STARTED);
});
