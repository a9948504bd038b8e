/** `npm test`: every test there is. Arguments are those of vitest, for example a part of a file name. */
import { build } from './build.ts';
import { runTool } from './run-tool.ts';

const startedAt = performance.now();
await build();
const { ok } = await runTool({ name: 'vitest', args: ['run', ...process.argv.slice(2)], isQuiet: false });
console.log(
  `${ok ? 'Passed' : 'Failed'} after ${((performance.now() - startedAt) / 1000).toFixed(1)} s, build included.`,
);
if (!ok) process.exitCode = 1;
