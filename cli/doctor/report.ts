/** The report of the doctor as text. */
import type { Diagnosis } from './diagnose.ts';
import { type ProblemKind, PROBLEMS } from './problems.ts';

/** One line for each request, then each problem once with its fixes. */
export function toReport(url: string, diagnoses: readonly Diagnosis[]): string {
  const lines = diagnoses.map(({ probe, problem, found }) =>
    problem === null ? `  ok      ${probe.name}` : `  failed  ${probe.name}: ${found}`,
  );
  const failed = diagnoses.filter(({ problem }) => problem !== null);
  const sum = `${diagnoses.length - failed.length} of ${diagnoses.length} requests to ${url} were answered correctly.`;
  return [lines.join('\n'), ...describeProblems(failed), sum].join('\n\n');
}

function describeProblems(failed: readonly Diagnosis[]): string[] {
  const byProblem = Object.entries(Object.groupBy(failed, ({ problem }) => problem!)) as [ProblemKind, Diagnosis[]][];
  return byProblem.map(([kind, found]) => {
    const { what, fixes } = PROBLEMS[kind];
    const names = found.map(({ probe }) => probe.name).join('; ');
    return [`${what} [${kind}]`, `  Requests: ${names}`, ...fixes.map((fix) => `  Fix: ${fix}`)].join('\n');
  });
}
