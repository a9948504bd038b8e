import { mkdir, rename, symlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Manifest } from '../../runtime/contract/build.ts';
import { CALL_MODEL, PROVIDER, installAgent, sdkIn } from './agent-package.ts';
import { hosts } from './hosts.ts';
import { builderOf, readBundle } from './project-builder.ts';
import { createTempProject, type TempProject } from './temp-project.ts';

const SUPPORT = `import { createOpenAI, smoothStream } from '@ai-sdk/openai';
import { DurableAgent } from 'workflow/agent';
import { team } from '../lib/team.ts';

export async function support(name: string) {
  'use workflow';
  const agent = new DurableAgent({ model: createOpenAI({ apiKey: process.env.TEST_API_KEY! })(name) });
  return [await agent.stream({ experimental_transform: smoothStream(5) }), await team.stream()];
}
`;
/** Without any directive, and out of the folder of workflows. */
const TEAM = `import { openai } from '@ai-sdk/openai';
import { DurableAgent } from 'workflow/agent';

const settings = { model: openai('gpt-5') };
export const team = new DurableAgent({ model: settings.model });
`;
const ANSWER = { sdk: 'of the project', isShared: true };
const ANSWERS = [
  { ...ANSWER, model: { provider: 'the provider', id: 'gpt-6', key: 13 }, transform: 'the provider smooths by 5' },
  { ...ANSWER, model: { provider: 'the provider', id: 'gpt-5', key: 7 } },
];

const SERVER = `import { readFileSync } from 'node:fs';
import { start } from 'workflow/api';
import { getWorld, registerBuild } from 'workflow/runtime';
import { bundle } from './.workflow/workflows.mjs';
import { loadSteps } from './.workflow/steps.mjs';
import { support } from './dist/app.mjs';

Object.assign(process.env, { WORKFLOW_WORLD: 'memory', TEST_API_KEY: 'sk-only-hosts' });
const manifest = JSON.parse(readFileSync('.workflow/manifest.json', 'utf8'));
const steps = await loadSteps();
await registerBuild({ bundle, steps, manifest });
const run = await start(support, ['gpt-6']);
const answers = await run.returnValue;
console.log(JSON.stringify({ answers, steps: [...steps.keys()] }));
await getWorld().close();
`;

const supportProject = async (files: Record<string, string> = {}): Promise<TempProject> => {
  const project = await createTempProject({
    'workflows/support.ts': SUPPORT,
    'lib/team.ts': TEAM,
    'app.ts': `export { support } from './workflows/support.ts';\n`,
    ...PROVIDER,
    ...files,
  });
  return project;
};

describe('agents in a build', () => {
  test('have their models on the host: neither provider nor SDK nor key is in the workflow bundle', async () => {
    const project = await supportProject(sdkIn('node_modules', 'of the project'));
    await installAgent(project);
    const { warnings } = await builderOf(project).build();
    const { code } = await readBundle(project);
    expect(warnings).toEqual([]);
    expect(code).toContain('step//./workflows/support//support/agent/model');
    for (const absent of ['the provider', 'node:os', 'TEST_API_KEY', 'gpt-5', 'createOpenAI', 'of the project']) {
      expect(code).not.toContain(absent);
    }
  });

  test('are listed with the steps that give their models', async () => {
    const project = await supportProject(sdkIn('node_modules', 'of the project'));
    await installAgent(project);
    await builderOf(project).build();
    const { steps, workflows }: Manifest = JSON.parse(await project.read('.workflow/manifest.json'));
    const ids = Object.entries(steps).map(([file, ofFile]) => [
      file,
      Object.fromEntries(Object.entries(ofFile).map(([name, { stepId }]) => [name, { stepId }])),
    ]);
    expect(Object.fromEntries(ids)).toEqual({
      'lib/team.ts': { 'team/model': { stepId: 'step//./lib/team//team/model' } },
      'node_modules/workflow/dist/agent/model/call-model.js': { callModel: { stepId: CALL_MODEL } },
      'workflows/support.ts': {
        'support/agent/model': { stepId: 'step//./workflows/support//support/agent/model' },
        'support/experimental_transform': { stepId: 'step//./workflows/support//support/experimental_transform' },
      },
    });
    const { nodes } = workflows['workflows/support.ts']!['support']!.graph;
    expect(nodes.flatMap(({ stepId }) => stepId ?? [])).toEqual([
      'step//./workflows/support//support/agent/model',
      'step//./workflows/support//support/experimental_transform',
    ]);
  });
});

describe('a workflow with agents runs to its end', () => {
  test.each(hosts)('in an application that is built with $name', async (host) => {
    const project = await supportProject(sdkIn('node_modules', 'of the project'));
    await installAgent(project);
    await builderOf(project).build();
    await host.build({ rootDir: project.dir, entry: project.path('app.ts'), output: project.path('dist/app.mjs') });
    expect(await project.run(SERVER)).toMatchObject({ answers: ANSWERS, steps: expect.arrayContaining([CALL_MODEL]) });
  });

  test('with packages as pnpm installs them: the SDK is the one that the package finds', async () => {
    const store = 'node_modules/.pnpm/workflow@1.0.0_ai@6.0.0/node_modules';
    const project = await supportProject({
      ...sdkIn(store, 'of the project'),
      ...sdkIn('node_modules', 'another one'),
    });
    await movePackage(project, `${store}/workflow`);
    await installAgent(project, `${store}/workflow`);
    await builderOf(project).build();
    await hosts[0]!.build({
      rootDir: project.dir,
      entry: project.path('app.ts'),
      output: project.path('dist/app.mjs'),
    });
    expect(await project.run(SERVER)).toMatchObject({ answers: ANSWERS, steps: expect.arrayContaining([CALL_MODEL]) });
  });

  test('with a package that is a link to its repository', async () => {
    const project = await supportProject(sdkIn('repositories/node_modules', 'of the project'));
    await movePackage(project, 'repositories/workflow');
    await installAgent(project, 'repositories/workflow');
    await builderOf(project).build();
    await hosts[0]!.build({
      rootDir: project.dir,
      entry: project.path('app.ts'),
      output: project.path('dist/app.mjs'),
    });
    expect(await project.run(SERVER)).toMatchObject({ answers: ANSWERS });
  });
});

/** Leaves a link where the package was. */
async function movePackage(project: TempProject, folder: string): Promise<void> {
  await mkdir(dirname(project.path(folder)), { recursive: true });
  await rename(project.path('node_modules/workflow'), project.path(folder));
  await symlink(project.path(folder), project.path('node_modules/workflow'), 'dir');
}
