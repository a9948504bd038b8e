/** Workflows that the application imports from anywhere are part of its build. */
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, prepare } from 'nitro/builder';
import type { Nitro } from 'nitro/types';
import { expect, onTestFinished, test } from 'vitest';
import {
  addWorkspacePackage,
  APPLICATION_WORKFLOWS,
  applicationFiles,
  flow,
  workflowNames,
  write,
} from '../../test/frameworks/application-files.ts';
import { bundlerConfigOf, handlerOf, setUp } from '../../test/frameworks/nitro/module-project.ts';

const ROUTE = `import { start } from 'workflow/api';
import { flows, late } from '../flows.ts';
export default async () => [await start(flows.direct), await start(await late())].length;
`;

async function project(config: object): Promise<Nitro> {
  const nitro = await setUp(
    { output: { dir: 'out' }, ...config },
    { ...applicationFiles('flows.ts'), 'routes/index.ts': ROUTE },
  );
  const packages = realpathSync(mkdtempSync(join(tmpdir(), 'workflow-packages-')));
  onTestFinished(() => rmSync(packages, { recursive: true, force: true }));
  addWorkspacePackage(nitro.options.rootDir, packages);
  return nitro;
}

const manifestOf = ({ options }: Nitro) =>
  JSON.parse(readFileSync(join(options.buildDir, 'workflow/manifest.json'), 'utf8')) as {
    workflows: Record<string, object>;
  };

test.each(['rolldown', 'rollup'] as const)('a production server of %s has them', async (builder) => {
  const nitro = await project({ dev: false, builder });
  await prepare(nitro);
  await build(nitro);
  expect(workflowNames(manifestOf(nitro))).toEqual(APPLICATION_WORKFLOWS);
});

test('a development server builds them as soon as its bundler meets them, and again after an edit', async () => {
  const nitro = await project({ dev: true });
  const { rootDir } = nitro.options;
  await nitro.hooks.callHook('build:before', nitro);
  expect(workflowNames(manifestOf(nitro))).toEqual([]);
  const { plugins } = await bundlerConfigOf(nitro);
  const path = join(rootDir, 'lib/direct.ts');
  // The bundler waits for the build.
  await handlerOf(plugins[0]!, 'transform').call({}, flow('direct'), path);
  expect(workflowNames(manifestOf(nitro))).toEqual(['direct']);
  write(rootDir, { 'lib/direct.ts': flow('directly') });
  await expect.poll(() => workflowNames(manifestOf(nitro))).toEqual(['directly']);
  rmSync(join(rootDir, 'lib'), { recursive: true });
  await expect.poll(() => workflowNames(manifestOf(nitro))).toEqual([]);
});
