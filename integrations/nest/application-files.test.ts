/** Workflows of a package that the application imports are part of its build, and can be started by their function. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { workflowNames, write } from '../../test/frameworks/application-files.ts';
import type { Manifest } from '../../runtime/contract/build.ts';
import { compiledFiles } from './loaded-files.ts';
import { NestLocalBuilder } from './local-builder.ts';
import { markApplication } from './mark-application.ts';
import { readProject } from './options.ts';

const PACKAGE = join(import.meta.dirname, '../..');

test('of the same workspace', async () => {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'workflow-nest-')));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  write(dir, {
    'app/package.json': '{ "type": "module" }',
    'app/src/main.ts': `import { shared } from '@acme/flows'; export const used = shared;`,
    'flows/package.json': '{ "name": "@acme/flows", "type": "module", "exports": "./dist/index.js" }',
    'flows/dist/index.js': `export { shared } from './shared.js';`,
    'flows/dist/shared.js': `export async function shared() { 'use workflow'; return 1; }`,
  });
  mkdirSync(join(dir, 'node_modules/@acme'), { recursive: true });
  symlinkSync(join(dir, 'flows'), join(dir, 'node_modules/@acme/flows'), 'dir');
  symlinkSync(PACKAGE, join(dir, 'node_modules/workflow'), 'dir');
  const options = { workingDir: join(dir, 'app') };
  const builder = new NestLocalBuilder(options);
  await builder.build();
  const manifest = JSON.parse(readFileSync(join(builder.outDir, 'manifest.json'), 'utf8')) as Manifest;
  expect(workflowNames(manifest)).toEqual(['shared']);

  const project = readProject(options);
  await markApplication(project, manifest, compiledFiles(project));
  const { shared } = (await import(pathToFileURL(join(dir, 'flows/dist/shared.js')).href)) as {
    shared: { workflowId: string };
  };
  expect(shared.workflowId).toBe('workflow//../flows/dist/shared//shared');
});
