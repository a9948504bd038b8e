/**
 * A reporter of vitest. It writes what `run-tests.ts` has to know, as JSON, to the file that the environment variable
 * `TEST_REPORT` names.
 */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

/** A test file in one project. */
export interface TestFile {
  /** Path, relative to the repository. */
  file: string;
  project: string;
  passed: number;
  failed: number;
  skipped: number;
  /** The first line of the first error; `null` when the file passed. */
  error: string | null;
  seconds: number;
}

export interface TestReport {
  files: TestFile[];
  /** Errors that belong to no file. */
  errors: string[];
}

export default class TestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const isOf = (error: SerializedError, { moduleId }: TestModule): boolean => error['VITEST_TEST_PATH'] === moduleId;
    const report: TestReport = {
      files: modules.map((module) =>
        describeFile(
          module,
          unhandled.filter((error) => isOf(error, module)),
        ),
      ),
      errors: unhandled.filter((error) => !modules.some((module) => isOf(error, module))).map(firstLine),
    };
    writeFileSync(process.env['TEST_REPORT']!, JSON.stringify(report));
  }
}

function describeFile(module: TestModule, unhandled: SerializedError[]): TestFile {
  const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
  const errors = [...module.errors(), ...unhandled];
  for (const suite of module.children.allSuites()) errors.push(...suite.errors());
  for (const test of module.children.allTests()) {
    const { state, errors: own = [] } = test.result();
    count[state]++;
    errors.push(...own);
  }
  // A file whose process died has neither a test that failed nor an error of its own.
  const isGood = module.ok() && module.state() !== 'queued' && module.state() !== 'pending' && errors.length === 0;
  const { duration, collectDuration } = module.diagnostic();
  return {
    file: relative(process.cwd(), module.moduleId),
    project: module.project.name,
    passed: count.passed,
    // An error outside of all tests counts as one, so that nobody reads "0 failed" of a run that failed.
    failed: isGood ? 0 : Math.max(1, count.failed + count.pending),
    skipped: count.skipped,
    error: isGood ? null : errors.length > 0 ? firstLine(errors[0]!) : 'its process ended before it did',
    seconds: Math.round((duration + collectDuration) / 1000),
  };
}

function firstLine({ message }: { message: string }): string {
  return message.split('\n')[0]!;
}
