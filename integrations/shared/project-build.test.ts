import { expect, onTestFinished, test } from 'vitest';
import { linkTypeScript, TYPESCRIPT_VERSIONS } from '../../test/analysis/typed-project.ts';
import { createTempProject, type TempProject } from '../../test/compiler-build/temp-project.ts';
import { ProjectBuild } from './project-build.ts';

const FILES = {
  'tsconfig.json': '{ "compilerOptions": { "strict": true, "module": "nodenext", "types": [] } }',
  'workflows/order.ts': `export async function charge(order: { total: number }) { 'use step'; return order.total; }`,
};

function open({ dir, path }: TempProject): { build: ProjectBuild; warnings: string[] } {
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (text: string) => void warnings.push(text), error: console.error };
  const build = new ProjectBuild({ rootDir: dir, dirs: [path('workflows')], outDir: '.workflow', log });
  onTestFinished(() => build.close());
  return { build, warnings };
}

const readStep = async (project: TempProject): Promise<unknown> =>
  JSON.parse(await project.read('.workflow/manifest.json')).steps['workflows/order.ts'].charge;

test('a build for production asks TypeScript for types, and one in development does not', async () => {
  const project = await createTempProject(FILES);
  linkTypeScript(project.dir, TYPESCRIPT_VERSIONS[0]!);
  await open(project).build.buildOnce();
  expect(await readStep(project)).toMatchObject({
    types: { parameters: [{ type: { fields: { total: 'number' } }, reads: ['total'] }], result: 'number' },
  });
  await open(project).build.watch();
  expect(await readStep(project)).not.toHaveProperty('types');
});

test('a build has all types, also those of a large project', async () => {
  const fields = Array.from({ length: 120 }, (_, index) => `fieldNumber${index}: number`).join('; ');
  const steps = Array.from(
    { length: 200 },
    (_, index) => `export async function step${index}(order: Order): Promise<Order> { 'use step'; return order; }`,
  );
  const code = `interface Order { ${fields} }\n${steps.join('\n')}`;
  const project = await createTempProject({ ...FILES, 'workflows/order.ts': code });
  linkTypeScript(project.dir, TYPESCRIPT_VERSIONS[0]!);
  const { build, warnings } = open(project);
  const { manifest } = await build.buildOnce();
  expect(warnings).toEqual([]);
  expect(Object.values(manifest.steps['workflows/order.ts']!).filter(({ types }) => !types)).toEqual([]);
});

test.each([
  ['throws', `throw new Error('broken');`, /compared with others by names only: Error: broken/],
  ['ends its process', 'process.exit(3);', /\(3\)/],
])('a TypeScript that %s is a warning of the build', async (_, code, warning) => {
  const project = await createTempProject({
    ...FILES,
    'node_modules/typescript/package.json': '{ "name": "typescript", "version": "6.0.0", "main": "index.js" }',
    'node_modules/typescript/index.js': code,
  });
  const { build, warnings } = open(project);
  await build.buildOnce();
  expect(warnings).toEqual([expect.stringMatching(warning)]);
  expect(await readStep(project)).toHaveProperty('code');
});
