/** Runs projects of tests, and looks a second time at what failed: alone, and in fresh processes. */
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Project } from '../test/lanes.ts';
import { runTool } from './run-tool.ts';
import type { TestFile, TestReport } from './test-report.ts';

/** So many files may pass at their second try only. One more is a defect, or a machine that cannot tell. */
const SECOND_TRIES_MAX = 3;

/** So many files are named, because the time of all is limited. */
const SLOWEST = 12;

export interface TestOutcome {
  ok: boolean;
  passed: number;
  failed: number;
  skipped: number;
  /** A line for each file that failed beside the others and passed alone, with its first error. */
  secondTries: string[];
  /** A line for each failure that stands. */
  failures: string[];
  seconds: number;
}

/**
 * Runs all tests of the projects, then each file that failed once more. Prints what failed, and the second tries.
 * @param args Further arguments of vitest, such as a part of a file name.
 */
export async function runTests(projects: readonly Project[], args: string[] = []): Promise<TestOutcome> {
  const startedAt = performance.now();
  const report = await runVitest(
    projects.map(({ name }) => name),
    args,
  );
  const outcome = await lookAgain(report, tryAlone);
  console.log(`Slowest: ${slowest(report.files).join(', ')}`);
  for (const line of [...outcome.failures, ...outcome.secondTries]) console.log(line);
  return { ...outcome, seconds: Math.round((performance.now() - startedAt) / 1000) };
}

/**
 * Gives files that failed a second try, unless there are too many of them.
 * @param tryAgain Runs one file alone.
 */
export async function lookAgain(
  { files, errors }: TestReport,
  tryAgain: (file: TestFile) => Promise<TestFile>,
): Promise<Omit<TestOutcome, 'seconds'>> {
  const failed = files.filter(({ error }) => error !== null);
  const isWorthIt = failed.length <= SECOND_TRIES_MAX;
  const results = files.filter(({ error }) => error === null);
  const failures = [...errors];
  const secondTries: string[] = [];
  for (const first of failed) {
    const second = isWorthIt ? await tryAgain(first) : first;
    results.push(second);
    if (second.error === null) secondTries.push(`second try: ${first.file}: ${first.error}`);
    else failures.push(`failed: ${first.file} (${first.project}): ${second.error}`);
  }
  const sum = (count: 'passed' | 'failed' | 'skipped'): number => results.reduce((all, file) => all + file[count], 0);
  return {
    ok: failures.length === 0,
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    secondTries,
    failures,
  };
}

function slowest(files: readonly TestFile[]): string[] {
  const first = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  return first.map(({ file, seconds }) => `${file} ${seconds} s`);
}

async function tryAlone(first: TestFile): Promise<TestFile> {
  const { file, project } = first;
  console.log(`\nOnce more, alone: ${file} (${project})`);
  const { files, errors } = await runVitest([project], [file]);
  const again = files.find((each) => each.file === file && each.project === project);
  if (!again) return { ...first, error: errors[0] ?? 'it did not run' };
  return { ...again, error: again.error ?? errors[0] ?? null };
}

/** @returns The report; one with an error when vitest ended before it wrote one, and has said why. */
async function runVitest(projects: string[], args: string[]): Promise<TestReport> {
  const file = join(tmpdir(), `workflow-tests-${process.pid}.json`);
  process.env['TEST_REPORT'] = file;
  const choice = projects.map((name) => `--project=${name}`);
  const reporters = ['--reporter=minimal', `--reporter=${join(import.meta.dirname, 'test-report.ts')}`];
  const { ok } = await runTool({ name: 'vitest', args: ['run', ...choice, ...reporters, ...args], isQuiet: false });
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as TestReport;
    const isExplained = report.errors.length > 0 || report.files.some(({ error }) => error !== null);
    if (!ok && !isExplained) report.errors.push('vitest failed, and no file did: see its message above');
    return report;
  } catch {
    return { files: [], errors: ['vitest ended without a report: see its message above'] };
  } finally {
    rmSync(file, { force: true });
  }
}
