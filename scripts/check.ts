/**
 * `npm run check`: everything but the tests that must hold before a change goes in. All checks run, also after a
 * failure, so that one call tells all there is to fix.
 */
import { build } from './build.ts';
import { runTool, type Tool } from './run-tool.ts';
import { linkPackage } from './start/orders-app.ts';

/** By its path: the other versions of TypeScript that tests use take the name. */
const TSC = '../typescript/bin/tsc';

type Check = Tool & { title: string };

const CHECKS: Check[] = [
  { title: 'format', name: 'oxfmt', args: ['--check'], isQuiet: true },
  { title: 'lint', name: 'oxlint', args: ['--type-aware', '--deny-warnings'], isQuiet: true },
  { title: 'types', name: TSC, args: ['-p', 'tsconfig.json'], isQuiet: true },
  { title: 'types of the example', name: TSC, args: ['-p', 'examples/orders'], isQuiet: true },
  { title: 'types of the dashboard', name: TSC, args: ['-p', 'dashboard/page', '--noEmit'], isQuiet: true },
  { title: 'unused code', name: 'knip', args: ['--no-progress'], isQuiet: true },
];

await build();
linkPackage();
const failed: string[] = [];
for (const check of CHECKS) {
  const startedAt = performance.now();
  const { ok, output } = await runTool(check);
  console.log(`${ok ? '✓' : '✗'} ${check.title} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
  if (ok) continue;
  console.log(output);
  failed.push(check.title);
}
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
