/** Workflows that the application imports from anywhere are part of its build. */
import { rmSync } from 'node:fs';
import { build, createServer, type ViteDevServer } from 'vite';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { createTempProject, type TempProject } from '../../test/compiler-build/temp-project.ts';
import {
  addWorkspacePackage,
  APPLICATION_WORKFLOWS,
  applicationFiles,
  flow,
  workflowNames,
} from '../../test/frameworks/application-files.ts';
import { leaveRuntime } from '../../test/runtime/process-runtime.ts';
import { start } from '../../runtime/entries/api.ts';
import { workflow } from './vite.ts';

vi.stubEnv('WORKFLOW_WORLD', 'memory');
// Other files are run by the same process, and the runtime reads its settings once.
afterAll(async () => {
  vi.unstubAllEnvs();
  await leaveRuntime();
});

async function createProject(): Promise<TempProject> {
  const project = await createTempProject(applicationFiles('src/flows.ts'));
  addWorkspacePackage(project.dir, project.path('packages'));
  return project;
}

const inline = (project: TempProject) => ({
  configFile: false as const,
  root: project.dir,
  logLevel: 'silent' as const,
  plugins: [workflow()],
});

async function serve(project: TempProject): Promise<ViteDevServer> {
  const server = await createServer({ ...inline(project), server: { host: '127.0.0.1', port: 0 } });
  onTestFinished(() => server.close());
  await server.listen();
  return server;
}

const builtIn = async (project: TempProject, folder: string): Promise<string[]> =>
  workflowNames(JSON.parse(await project.read(`${folder}/manifest.json`)));

interface Flows {
  flows: Record<string, () => Promise<number>>;
  late(): Promise<() => Promise<number>>;
}

test('in development: as soon as the application loads them, after an edit and a restart, until they are gone', async () => {
  const project = await createProject();
  const cache = 'node_modules/.vite/workflow';
  const server = await serve(project);
  expect(await builtIn(project, cache)).toEqual([]);
  const load = async () => (await server.ssrLoadModule('/src/flows.ts')) as Flows;
  const { flows, late } = await load();
  const results = [flows['direct']!, flows['exported']!, flows['shared']!, await late()].map((one) => start(one));
  for (const run of results) expect(await (await run).returnValue).toBe(21);
  expect(await builtIn(project, cache)).toEqual(APPLICATION_WORKFLOWS);

  await project.write({ 'src/lib/direct.ts': flow('direct').replace('n + 1', 'n + 2') });
  const again = async () => (await start((await load()).flows['direct']!)).returnValue;
  await expect.poll(again).toBe(22);
  await server.close();

  await serve(project);
  expect(await builtIn(project, cache)).toEqual(APPLICATION_WORKFLOWS);
  rmSync(project.path('src/lib'), { recursive: true });
  await expect.poll(() => builtIn(project, cache)).toEqual(['shared']);
});

test('in production', async () => {
  const project = await createProject();
  await build({ ...inline(project), build: { ssr: 'src/flows.ts', outDir: 'dist' } });
  expect(await builtIn(project, '.workflow')).toEqual(APPLICATION_WORKFLOWS);
  rmSync(project.path('src/lib/late.ts'));
  await project.write({ 'src/flows.ts': `export { direct } from './lib/direct.ts';` });
  await build({ ...inline(project), build: { ssr: 'src/flows.ts', outDir: 'dist' } });
  expect(await builtIn(project, '.workflow')).not.toContain('late');
});
