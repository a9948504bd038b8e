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
])('%s has the id %s on every machine and in every version of a package', (path, id) => {
  expect(toModuleId({ path, rootDir: '/app' })).toBe(id);
});
