/** Options of agents run on hosts, so neither the editor nor the build reports them. */
import { expect, test } from 'vitest';
import { analyzeFile } from '../../ts-plugin/analysis/check/analyze-file.ts';
import { CodeContexts } from '../../ts-plugin/analysis/code/contexts.ts';
import { hoverAt } from '../../ts-plugin/analysis/hover/hover.ts';
import { DiskHost } from '../../ts-plugin/analysis/hosts/disk-host.ts';
import { Project } from '../../ts-plugin/analysis/project/project.ts';
import type { CompileFailure } from '../../compiler/diagnostics.ts';
import { installAgent, sdkIn } from '../compiler-build/agent-package.ts';
import { builderOf } from '../compiler-build/project-builder.ts';
import { createTempProject } from '../compiler-build/temp-project.ts';

const FILES: Readonly<Record<string, string>> = {
  'lib/provider.ts': `import { hostname } from 'node:os';

export const createProvider = (options: { apiKey: string }) => (id: string) => ({ id, host: hostname(), ...options });
export const smooth = (delay: number) => () => setTimeout(hostname, delay);
`,
  'lib/team.ts': `import { DurableAgent } from 'workflow/agent';
import { createProvider } from './provider.ts';

const provider = createProvider({ apiKey: process.env.TEAM_KEY! });

export const team = new DurableAgent({ model: provider('team') });
`,
  'workflows/support.ts': `import { EOL } from 'node:os';
import { DurableAgent } from 'workflow/agent';
import { createProvider, smooth } from '../lib/provider.ts';
import { team } from '../lib/team.ts';

const isFast = process.env.FAST === 'yes';

async function readId() {
  'use step';
  return EOL;
}

export async function support(name: string) {
  'use workflow';
  const chooseModel = async () => createProvider({ apiKey: process.env.KEY! })(name + EOL);
  const agent = new DurableAgent({ model: createProvider({ apiKey: process.env.KEY! })(name) });
  const other = new DurableAgent({ model: isFast ? 'fast' : 'slow' });
  await other.stream({
    experimental_download: async () => [process.pid, EOL, await readId()],
    experimental_transform() {
      return setTimeout(() => process.exit(), 5);
    },
  });
  await other.stream({ experimental_transform: [smooth(5), () => fetch(EOL)] });
  await new DurableAgent({ model: chooseModel }).stream({});
  return [await agent.stream({}), await team.stream({})];
}
`,
};

const agentProject = async (files: Readonly<Record<string, string>>) => {
  const project = await createTempProject({ ...files, ...sdkIn('node_modules', 'of the project') });
  await installAgent(project);
  const paths = Object.keys(files).map(project.path);
  return { project, paths, shown: new Project(new DiskHost({ rootDir: project.dir, files: () => paths })) };
};

test('values that hosts create may use everything that hosts have', async () => {
  const { project, paths, shown } = await agentProject(FILES);
  expect(paths.flatMap((path) => analyzeFile(shown, path))).toEqual([]);
  await expect(builderOf(project).build()).resolves.toMatchObject({ warnings: [] });
});

test('code beside them is workflow code, in the editor as in the build', async () => {
  const files = {
    ...FILES,
    'workflows/support.ts': FILES['workflows/support.ts']!.replace('stream({})', 'stream({ messageMetadata: EOL })'),
  };
  const { project, paths, shown } = await agentProject(files);
  const found = paths.flatMap((path) => analyzeFile(shown, path));
  const failure: unknown = await builderOf(project)
    .build()
    .catch((error: unknown) => error);
  const { diagnostics } = failure as CompileFailure;
  expect(found.map(({ code, span }) => [code, span.start])).toEqual([
    ['compile_builtin_reached', files['workflows/support.ts'].indexOf('EOL })')],
  ]);
  expect(diagnostics.map(({ code, index }) => [code, index])).toEqual(
    found.map(({ code, span }) => [code, span.start]),
  );
});

test('values that hosts create count as code of steps', async () => {
  const { paths, shown } = await agentProject(FILES);
  const file = shown.file(paths.find((path) => path.endsWith('team.ts'))!)!;
  const use = file.bindings.root.bindings.get('provider')!.references[0]!;
  expect([...new CodeContexts({ project: shown, file }).of(use.node)]).toEqual(['step']);
  expect(hoverAt(shown, file.source.path, file.source.code.indexOf('model:'))?.text).toMatch(
    /^created on the host, .* · id `step\/\/.\/lib\/team\/\/team\/model`$/,
  );
});
