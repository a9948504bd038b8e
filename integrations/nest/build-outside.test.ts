import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTempProject } from '../../test/compiler-build/temp-project.ts';
import { buildOutside, isInOtherRealm } from './build-outside.ts';
import { type NestProject, readProject } from './options.ts';

async function createProject(code: string): Promise<NestProject> {
  const { dir } = await createTempProject({ 'src/workflows/order.ts': code });
  return readProject({ workingDir: dir });
}

test('another process writes the build where the application looks for it', async () => {
  const project = await createProject(`export async function order() {\n  'use workflow';\n  return 1;\n}\n`);
  await buildOutside(project);
  expect(existsSync(join(project.outDir, 'workflows.mjs'))).toBe(true);
});

test('its errors are those of the build, with their places', async () => {
  const project = await createProject(`export function order() {\n  'use workflow';\n}\n`);
  await expect(buildOutside(project)).rejects.toMatchObject({
    code: 'nest_test_build_failed',
    message: expect.stringContaining('src/workflows/order.ts:1'),
  });
});

test('only a test runner with realms of its own needs it', () => {
  expect(isInOtherRealm()).toBe(false);
});
