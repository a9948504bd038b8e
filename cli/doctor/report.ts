/** The report of the doctor as text. */
import type { Diagnosis } from './diagnose.ts';
import { type ProblemKind, PROBLEMS } from './problems.ts';

/** More names do not help. */
const FILES_SHOWN = 20;

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
  return [lines.join('\n'), ...describeProblems(failed), ...describeCopies(stepCopies), sum].join('\n\n');
}

/** No problem in itself: only people know what they keep in a module. */
function describeCopies(files: readonly string[]): string[] {
  if (files.length === 0) return [];
  const hidden = files.length - FILES_SHOWN;
  return [
    [
      'The steps have copies of these files. One that the application imports too is there twice, with two states:',
      ...files.slice(0, FILES_SHOWN).map((file) => `  ${file}`),
      ...(hidden > 0 ? [`  and ${hidden} more`] : []),
      '  See "Modules that are there twice" in docs/workflows.md.',
    ].join('\n'),
  ];
}

function describeProblems(failed: readonly Diagnosis[]): string[] {
  const byProblem = Object.entries(Object.groupBy(failed, ({ problem }) => problem!)) as [ProblemKind, Diagnosis[]][];
  return byProblem.map(([kind, found]) => {
    const { what, fixes } = PROBLEMS[kind];
    const names = found.map(({ probe }) => probe.name).join('; ');
    return [`${what} [${kind}]`, `  Requests: ${names}`, ...fixes.map((fix) => `  Fix: ${fix}`)].join('\n');
  });
}
