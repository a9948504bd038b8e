import { join, posix, win32 } from 'node:path';
import { expect, test } from 'vitest';
import { toModuleId } from './module-id.ts';

test.each([
  ['/app/workflows/order.ts', './workflows/order'],
  ['/app/order.workflow.tsx', './order.workflow'],
  ['/app/src/a.mts', './src/a'],
  ['/app/src/index.cjs', './src/index'],
  ['/shared/jobs.ts', '../shared/jobs'],
  ['/app/node_modules/pkg/dist/steps.js', 'pkg/dist/steps'],
  ['/app/node_modules/@scope/pkg/index.mjs', '@scope/pkg/index'],
  ['/app/node_modules/.pnpm/pkg@1.2.3/node_modules/pkg/steps.js', 'pkg/steps'],
  ['/app/node_modules/.pnpm/pkg@2.0.0_peer@1.0.0/node_modules/pkg/steps.js', 'pkg/steps'],
  ['/app/größe/naïve name.ts', './größe/naïve name'],
  ['/app/node_modules/workflow/dist/agent/model/call-model.js', 'workflow/agent/model/call-model'],
  ['/app/node_modules/.pnpm/workflow@1.0.0_ai@6.0.0/node_modules/workflow/dist/agent/loop.js', 'workflow/agent/loop'],
  ['/app/node_modules/workflow-tools/dist/steps.js', 'workflow-tools/dist/steps'],
  ['/app/node_modules/workflow/node_modules/pkg/dist/steps.js', 'pkg/dist/steps'],
  ['/app/dist/agent/loop.js', './dist/agent/loop'],
])('%s has the id %s on every machine and operating system, and in every version of a package', (path, id) => {
  expect(toModuleId({ path, rootDir: '/app', flavour: posix })).toBe(id);
  const onWindows = (text: string): string => `C:${text.replaceAll('/', '\\')}`;
  expect(toModuleId({ path: onWindows(path), rootDir: onWindows('/app'), flavour: win32 })).toBe(id);
});

test.each([
  ['c:\\app\\workflows\\order.ts', 'a drive in another case'],
  ['C:\\App\\workflows\\order.ts', 'a folder in another case'],
  ['C:/app/workflows/order.ts', 'slashes, as bundlers write them'],
])('%s has the same id on Windows: %s', (path) => {
  expect(toModuleId({ path, rootDir: 'C:\\app', flavour: win32 })).toBe('./workflows/order');
});

test.each(['agent/loop.ts', 'dist/agent/loop.js'])(
  '%s of a linked copy has the id that it has when it is installed',
  (name) => {
    const repository = join(import.meta.dirname, '..');
    expect(toModuleId({ path: join(repository, name), rootDir: '/app' })).toBe('workflow/agent/loop');
    expect(toModuleId({ path: join(repository, name), rootDir: repository })).toBe('workflow/agent/loop');
    const asProject = (path: string): string => toModuleId({ path: join(repository, path), rootDir: repository });
    expect(asProject('examples/dist/a.ts')).toBe('./examples/dist/a');
    expect(asProject('test/agent/loop.ts')).toBe('./test/agent/loop');
  },
);

test('a file on another drive has an id without its drive', () => {
  expect(toModuleId({ path: 'D:\\shared\\jobs.ts', rootDir: 'C:\\app', flavour: win32 })).toBe('/shared/jobs');
});
