/** One look at all files of a project. */
import { sep } from 'node:path';
import { analyzeFile } from '../../ts-plugin/analysis/analyze-file.ts';
import type { Finding, Severity } from '../../ts-plugin/analysis/finding.ts';
import { toFinding } from '../../ts-plugin/analysis/rules/directives.ts';
import { mayHoldDirective } from '../../compiler/directives.ts';
import { applyFixes } from './apply-fixes.ts';
import type { ChangedFiles } from './changed-files.ts';
import type { OpenProject } from '../../ts-plugin/analysis/hosts/open-project.ts';
import { createReport, type Report } from './report.ts';

export interface CheckChoices {
  /** Applies fixes before it reports what is left. */
  mends: boolean;
  /** Hints are reported too. */
  showsHints: boolean;
  /** Absolute path of the only file or folder that counts; `null`: all. */
  only: string | null;
}

/** A fix may make the next one possible, as one import does for another. More rounds than this do not settle. */
const ROUNDS_MAX = 10;

/** @param choices `changes`: for those who look again; `null` for a single look. */
export async function runCheck(
  opened: OpenProject,
  { changes, mends, showsHints, only }: CheckChoices & { changes: ChangedFiles | null },
): Promise<Report> {
  const shown = new Set<Severity>(showsHints ? ['error', 'warning', 'hint'] : ['error', 'warning']);
  for (let round = 1; ; round++) {
    if (changes) await opened.update(await changes.find());
    const paths = opened.project
      .paths()
      .filter((path) => only === null || isWithin(path, only))
      .toSorted();
    const findings = paths.flatMap((path) => findIn(opened, path)).filter(({ severity }) => shown.has(severity));
    const changed = mends && round <= ROUNDS_MAX ? applyFixes(findings) : [];
    if (changed.length > 0) continue;
    return createReport({ project: opened.project, typescript: opened.typescript, paths, findings });
  }
}

/** A file that cannot be parsed says so where directives were meant to be; others are not ours. */
function findIn({ project, settings }: OpenProject, path: string): Finding[] {
  const code = project.text(path)?.code ?? '';
  if (!mayHoldDirective(code)) return analyzeFile(project, path, settings);
  return [...project.syntaxProblems(path).map(toFinding), ...analyzeFile(project, path, settings)];
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
