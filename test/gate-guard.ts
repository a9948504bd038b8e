/**
 * Vitest loads this before each test file. A test of the landing gate reaches no other machine and installs nothing,
 * and a file that shares its process with others leaves it as it found it: what breaks one of these fails here, with
 * its name and the fix.
 */
import { afterEach, beforeAll, vi } from 'vitest';
import { findLeftOvers, type ProcessState, readState, restoreState } from './gate-guard/process-state.ts';
import { takeReaches, watchReaches } from './gate-guard/reach-outside.ts';

watchReaches();
/** Vitest tells it nowhere else. A process of one file ends with it. */
const { __vitest_worker__: worker } = globalThis as { __vitest_worker__?: { config: { isolate: boolean } } };
const isShared = worker?.config.isolate !== true;
/** From before the file's own top level runs. */
const atBegin = isShared ? readState() : null;

/** @throws One error for all findings. */
function refuse(findings: readonly string[]): void {
  if (findings.length > 0) throw new Error(findings.join('\n'));
}

afterEach(() => refuse(takeReaches()));

// The clean-up of the first hook comes last, after every `afterAll` of the file.
beforeAll(() => () => {
  const findings = takeReaches();
  if (atBegin) findings.push(...takeLeftOvers(atBegin));
  refuse(findings);
});

/** Says how the process differs from its begin, and puts back what can be put back. */
function takeLeftOvers(before: ProcessState): string[] {
  const usesFakeTimers = vi.isFakeTimers();
  vi.useRealTimers();
  const findings = findLeftOvers(before, readState());
  if (usesFakeTimers) findings.push('This file left fake timers. Fix: call vi.useRealTimers() in onTestFinished.');
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  restoreState(before);
  return findings;
}
