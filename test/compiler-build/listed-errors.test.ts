/** The classes of errors in the manifest: for hosts whose own files pass no compiler, and as contracts of a build. */
import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type BuilderOptions, type BuildResult, createBuilder } from '../../compiler/build/builder.ts';
import { createTempProject } from './temp-project.ts';

const FILES = {
  'src/workflows/pay.ts': `import { Denied } from '../errors/index.ts';
import type { CliError } from '../cli.ts';
import { type Late, later } from '../late.ts';
export class Broke extends Error {}
export async function pay(how: CliError | Late | null) {
  'use workflow';
  await charge();
}
async function charge() {
  'use step';
  await import('../lazy.ts');
  throw later ? new Denied() : new Broke();
}
`,
  'src/errors/index.ts': `export * from './denied.ts';\n`,
  'src/errors/denied.ts': `import { Base } from '../base.ts';\nexport class Denied extends Base {}\n`,
  'src/base.ts': `export class Base extends Error {}\nexport class Shelf extends Map {}\n`,
  // The application would not load these when it loads the workflow.
  'src/cli.ts': `export class CliError extends Error {}\nprocess.exit(1);\n`,
  'src/lazy.ts': `export class LazyError extends Error {}\n`,
  'src/late.ts': `export interface Late { at: Date }\nexport const later = true;\nexport const LateError = makeError('LateError');
declare function makeError(name: string): ErrorConstructor;\n`,
};

async function buildOf(files: Record<string, string>, more: Partial<BuilderOptions>) {
  const project = await createTempProject(files);
  const builder = createBuilder({ rootDir: project.dir, dirs: ['src/workflows'], outDir: '.workflow', ...more });
  return { project, builder };
}

const idsIn = ({ manifest: { errors = {} } }: BuildResult): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(errors).map(([file, classes]) => [
      file,
      Object.entries(classes).map(([name, { classId }]) => `${name} ${classId}`),
    ]),
  );

test('by file, those that load with a workflow or a step', async () => {
  const { builder } = await buildOf(FILES, { loadedFile: () => null });
  expect(idsIn(await builder.build())).toEqual({
    'src/base.ts': ['Base class//./src/base//Base'],
    'src/errors/denied.ts': ['Denied class//./src/errors/denied//Denied'],
    'src/late.ts': ['LateError class//./src/late//LateError'],
    'src/workflows/pay.ts': ['Broke class//./src/workflows/pay//Broke'],
  });
});

test('again after an edit that the bundles see', async () => {
  const { project, builder } = await buildOf(FILES, { loadedFile: () => null });
  await builder.build();
  await writeFile(
    project.path('src/errors/denied.ts'),
    `export class Refused extends Error {}\nexport const Denied = Refused;\n`,
  );
  expect(Object.keys((await builder.build()).manifest.errors!['src/errors/denied.ts']!)).toEqual(['Refused']);
});

test('of the files of the build alone, where another one cannot be parsed', async () => {
  const broken = { ...FILES, 'src/errors/denied.ts': 'export class Denied extends {' };
  const { builder } = await buildOf(broken, { loadedFile: (source) => source.replace('/src/', '/dist/') });
  expect(Object.keys((await builder.build()).manifest.errors!)).toEqual(['src/workflows/pay.ts']);
});

test('with their contracts, all that steps may throw where the views make classes known', async () => {
  const { builder } = await buildOf(FILES, {});
  const built = await builder.build();
  expect(Object.keys(idsIn(built)).sort()).toEqual([
    'src/base.ts',
    'src/errors/denied.ts',
    'src/late.ts',
    'src/lazy.ts',
    'src/workflows/pay.ts',
  ]);
  expect(built.manifest.errors!['src/base.ts']!['Base']).toMatchObject({ isError: true, place: 'src/base.ts:1' });
});
