/** The report of the doctor as text. */
import { stepCopiesText } from '../../integrations/shared/step-copies-text.ts';
import type { Diagnosis } from './diagnose.ts';
import { type ProblemKind, PROBLEMS } from './problems.ts';

/**
 * One line for each request, then each problem once with its fixes.
 * @param stepCopies The files that the steps have a copy of.
 */
export function toReport(url: string, diagnoses: readonly Diagnosis[], stepCopies: readonly string[]): string {
  const lines = diagnoses.map(({ probe, problem, found }) =>
    problem === null ? `  ok      ${probe.name}` : `  failed  ${probe.name}: ${found}`,
  );
  const failed = diagnoses.filter(({ problem }) => problem !== null);
  const sum = `${diagnoses.length - failed.length} of ${diagnoses.length} requests to ${url} were answered correctly.`;
  const copies = stepCopiesText(stepCopies);
  return [lines.join('\n'), ...describeProblems(failed), ...(copies === null ? [] : [copies]), sum].join('\n\n');
}

function describeProblems(failed: readonly Diagnosis[]): string[] {
  const byProblem = Object.entries(Object.groupBy(failed, ({ problem }) => problem!)) as [ProblemKind, Diagnosis[]][];
  return byProblem.map(([kind, found]) => {
    const { what, fixes } = PROBLEMS[kind];
    const names = found.map(({ probe }) => probe.name).join('; ');
    return [`${what} [${kind}]`, `  Requests: ${names}`, ...fixes.map((fix) => `  Fix: ${fix}`)].join('\n');
  });
}
