/**
 * `npm test`: tests of everything that a change is likely to break. Arguments are those of vitest, for example a part
 * of a file name. `npm run test:all` (`--all`): also the projects that `vite.config.ts` calls "further".
 * `npm run test:all -- --rest`: only those.
 */
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { SLOW_TESTS } from '../test/slow-tests.ts';
import { build } from './build.ts';
import { runTool } from './run-tool.ts';

const ROOT = join(import.meta.dirname, '..');
/** A test file that takes longer needs a reason in `test/slow-tests.ts`. */
const SLOW_MS = 15_000;
const EVERYDAY = ['--project=!further*'];
const REST = ['--project=further*'];

/** The part of vitest's report that is read; times in milliseconds. */
interface Report {
  testResults: { name: string; startTime: number; endTime: number }[];
}

const given = process.argv.slice(2);
const projects = given.includes('--rest') ? REST : given.includes('--all') ? [] : EVERYDAY;
const args = given.filter((argument) => !['--all', '--rest'].includes(argument));
const startedAt = performance.now();
await build();
const report = join(tmpdir(), `workflow-tests-${process.pid}.json`);
const reporters = ['--reporter=minimal', '--reporter=json', `--outputFile.json=${report}`];
const { ok } = await runTool({ name: 'vitest', args: ['run', ...projects, ...reporters, ...args], isQuiet: false });
for (const line of slowFiles()) console.log(line);
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
console.log(`${ok ? 'Passed' : 'Failed'} after ${seconds} s, build included.`);
if (!ok) process.exitCode = 1;

/** The files that were slow and that nothing is said of. */
function slowFiles(): string[] {
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
    return testResults
      .map(({ name, startTime, endTime }) => ({ file: relative(ROOT, name), ms: endTime - startTime }))
      .filter(({ file, ms }) => ms > SLOW_MS && !hasReason(file))
      .map(({ file, ms }) => `Slow, without a reason in test/slow-tests.ts: ${file}, ${(ms / 1000).toFixed(0)} s`);
  } catch {
    // Vitest ended before it wrote a report, and has said why.
    return [];
  } finally {
    rmSync(report, { force: true });
  }
}

function hasReason(file: string): boolean {
  return Object.keys(SLOW_TESTS).some((path) => file.startsWith(path));
}
