import { posix, win32 } from 'node:path';
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

test('a file on another drive has an id without its drive', () => {
  expect(toModuleId({ path: 'D:\\shared\\jobs.ts', rootDir: 'C:\\app', flavour: win32 })).toBe('/shared/jobs');
});
