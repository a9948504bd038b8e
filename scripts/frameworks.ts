/**
 * Runs the application contract on every framework: `npm run test:frameworks`, or with parts of names, `npm run
 * test:frameworks -- nuxt next`. Prints results and measurements as a table. Takes about half an hour.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMatrix, toTable } from '../test/frameworks/matrix.ts';
import { build } from './build.ts';
import { runTool } from './run-tool.ts';

const dir = await mkdtemp(join(tmpdir(), 'workflow-matrix-'));
const report = join(dir, 'report.json');
process.env['FRAMEWORK_RESULTS'] = join(dir, 'figures');
await build();
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
const names = process.argv.slice(2).map((name) => `test/frameworks/${name}`);
const config = ['--config', 'test/frameworks/vitest.config.ts'];
const { ok } = await runTool({ name: 'vitest', args: ['run', ...config, ...reporters, ...names], isQuiet: false });
console.log(`\n${toTable(await readMatrix(await readFile(report, 'utf8')))}`);
await rm(dir, { recursive: true, force: true });
process.exitCode = ok ? 0 : 1;
