/**
 * `npm test`: tests of everything that a change is likely to break. Arguments are those of vitest, for example a part
 * of a file name. `npm run test:all` (`--all`): also the projects that `vite.config.ts` calls "further" and "longest".
 * `npm run test:all -- --rest`: only those that it calls "further"; `--longest`: only those.
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
const EVERYDAY = ['--project=!further*', '--project=!longest*'];
/** `npm run test:all` always says `--all`, so that comes last. */
const CHOICES: Record<string, string[]> = {
  '--rest': ['--project=further*'],
  '--longest': ['--project=longest*'],
  '--all': [],
};

/** The part of vitest's report that is read; times in milliseconds. */
interface Report {
  testResults: { name: string; status: string; message: string; startTime: number; endTime: number }[];
}

const given = process.argv.slice(2);
const choice = Object.keys(CHOICES).find((name) => given.includes(name));
const projects = choice === undefined ? EVERYDAY : CHOICES[choice]!;
const args = given.filter((argument) => !Object.hasOwn(CHOICES, argument));
const startedAt = performance.now();
await build();
const report = join(tmpdir(), `workflow-tests-${process.pid}.json`);
const reporters = ['--reporter=minimal', '--reporter=json', `--outputFile.json=${report}`];
const { ok } = await runTool({ name: 'vitest', args: ['run', ...projects, ...reporters, ...args], isQuiet: false });
const results = readReport();
for (const line of slowFiles(results)) console.log(line);
for (const line of failedFiles(results)) console.log(line);
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
console.log(`${ok ? 'Passed' : 'Failed'} after ${seconds} s, build included.`);
if (!ok) process.exitCode = 1;

/** Nothing where vitest ended before it wrote a report, and has said why. */
function readReport(): Report['testResults'] {
  try {
    return (JSON.parse(readFileSync(report, 'utf8')) as Report).testResults;
  } catch {
    return [];
  } finally {
    rmSync(report, { force: true });
  }
}

/** The files that were slow and that nothing is said of. */
function slowFiles(testResults: Report['testResults']): string[] {
  return testResults
    .map(({ name, startTime, endTime }) => ({ file: relative(ROOT, name), ms: endTime - startTime }))
    .filter(({ file, ms }) => ms > SLOW_MS && !hasReason(file))
    .map(({ file, ms }) => `Slow, without a reason in test/slow-tests.ts: ${file}, ${(ms / 1000).toFixed(0)} s`);
}

/** At the end once more, where a log that is cut off still has them. */
function failedFiles(testResults: Report['testResults']): string[] {
  return testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name, message }) => `Failed: ${relative(ROOT, name)} ${message.split('\n')[0]}`);
}

function hasReason(file: string): boolean {
  return Object.keys(SLOW_TESTS).some((path) => file.startsWith(path));
}
