/** Files with directives that the application imports belong to the build, wherever they lie. */
import { mkdir, rename, rm, symlink } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { type Builder, createBuilder } from '../../compiler/build/builder.ts';
import { createTempProject, type TempProject } from './temp-project.ts';

const FLOW = `export async function flow() { 'use workflow'; return await double(2); }
async function double(n: number) { 'use step'; return n * 2; }
`;

const follow = (project: TempProject, entries: string[], options: object = {}): Builder =>
  createBuilder({ rootDir: project.dir, outDir: '.workflow', entries, ...options });

async function workflowsOf(builder: Builder): Promise<string[]> {
  const { manifest } = await builder.build();
  return Object.keys(manifest.workflows).sort();
}

describe('a build that is given the entries of an application holds the workflows', () => {
  test('that an entry imports, also through other files, exports, aliases and import()', async () => {
    const project = await createTempProject({
      'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
      'src/server.ts': `import './one.ts'; import '@/two.ts'; import '~/three.ts'; export const lazy = () => import('./four.ts');`,
      'src/one.ts': `export { flow } from './one/flow.ts';`,
      'src/one/flow.ts': FLOW,
      'src/two.ts': FLOW,
      'src/three.ts': FLOW,
      'src/four.ts': FLOW,
      'src/unused.ts': FLOW,
    });
    const builder = follow(project, ['src/server.ts'], { alias: { '~': project.path('src') } });
    expect(await workflowsOf(builder)).toEqual(['src/four.ts', 'src/one/flow.ts', 'src/three.ts', 'src/two.ts']);
  });

  test('of a package of the same workspace, and of an installed one, re-exported', async () => {
    const project = await createTempProject({
      'app/package.json': '{ "type": "module" }',
      'app/server.ts': `import { flow } from '@acme/flows'; import { sent } from 'mails'; console.log(flow, sent);`,
      'packages/flows/package.json': '{ "name": "@acme/flows", "type": "module", "exports": "./index.ts" }',
      'packages/flows/index.ts': `export { flow } from './src/flow.ts';`,
      'packages/flows/src/flow.ts': FLOW,
      'node_modules/mails/package.json':
        '{ "name": "mails", "type": "module", "exports": "./index.js", "peerDependencies": { "workflow": "*" } }',
      'node_modules/mails/index.js': `export { sent } from './sent.js';`,
      'node_modules/mails/sent.js': `export async function sent() { 'use workflow'; return 1; }`,
    });
    await mkdir(project.path('node_modules/@acme'), { recursive: true });
    await symlink(project.path('packages/flows'), project.path('node_modules/@acme/flows'), 'dir');
    const builder = createBuilder({ rootDir: project.path('app'), outDir: '.workflow', entries: ['server.ts'] });
    expect(await workflowsOf(builder)).toEqual(['../node_modules/mails/sent.js', '../packages/flows/src/flow.ts']);
  });

  test('that components import, and folders of entries; types and broken files lead nowhere', async () => {
    const project = await createTempProject({
      'pages/a.vue': `<script setup lang="ts">\nimport { flow } from '../lib/a.ts';\n</script>\n<template>{{ flow }}</template>`,
      'pages/b.tsx': `import type { X } from '../lib/type.ts'; import '../lib/style.css'; import { flow } from '../lib/b.ts'; export default () => <p>{flow.name}</p>;`,
      'pages/c.js': `import './a.vue'; import 'nowhere'; export default () => <p/>;`,
      'pages/broken.ts': 'const =',
      'lib/style.css': 'p { color: red }',
      'lib/a.ts': FLOW,
      'lib/b.ts': FLOW,
      'lib/type.ts': `export type X = 1; ${FLOW}`,
    });
    expect(await workflowsOf(follow(project, ['pages', 'missing']))).toEqual(['lib/a.ts', 'lib/b.ts']);
  });

  test('of each moment: an import comes, a file is renamed, an import goes', async () => {
    const project = await createTempProject({ 'server.ts': `import './plain.ts';`, 'plain.ts': '', 'flow.ts': FLOW });
    const builder = follow(project, ['server.ts']);
    expect(await workflowsOf(builder)).toEqual([]);
    await project.write({ 'plain.ts': `import './flow.ts';` });
    expect(await workflowsOf(builder)).toEqual(['flow.ts']);
    expect((await builder.build()).inputs).toContain(project.path('plain.ts'));
    await rename(project.path('flow.ts'), project.path('moved.ts'));
    expect(await workflowsOf(builder)).toEqual([]);
    await project.write({ 'plain.ts': `import './moved';` });
    expect(await workflowsOf(builder)).toEqual(['moved.ts']);
    await project.write({ 'plain.ts': '' });
    expect(await workflowsOf(builder)).toEqual([]);
  });
});

test('files that the application was seen to load are part of the build until they are gone', async () => {
  const project = await createTempProject({ 'workflows/a.ts': FLOW, 'src/b.ts': FLOW, 'src/plain.ts': 'export {}' });
  const joined = ['src/b.ts', 'src/plain.ts', 'src/never.ts'].map(project.path);
  const builder = createBuilder({ rootDir: project.dir, outDir: '.workflow', joined: () => joined });
  expect(await workflowsOf(builder)).toEqual(['src/b.ts', 'workflows/a.ts']);
  expect((await builder.build()).modules).toEqual([project.path('src/b.ts'), project.path('workflows/a.ts')]);
  await project.write({ 'src/b.ts': 'export const b = 1;' });
  expect(await workflowsOf(builder)).toEqual(['workflows/a.ts']);
  await rm(project.path('workflows'), { recursive: true });
  expect(await workflowsOf(builder)).toEqual([]);
});
