/** The findings of a project, after the fixes that need no decision are applied. */
import { readFileSync, writeFileSync } from 'node:fs';
import { sep } from 'node:path';
import { analyzeFile, syntaxFindings } from '../../ts-plugin/analysis/check/analyze-file.ts';
import { applyEdits, combineFixes } from '../../ts-plugin/analysis/edits/apply-edits.ts';
import { type Finding, type Severity, safeFix } from '../../ts-plugin/analysis/findings/finding.ts';
import type { BuildInspector } from '../../ts-plugin/analysis/hosts/build-inspector.ts';
import type { OpenProject } from '../../ts-plugin/analysis/hosts/open-project.ts';
import type { ChangedFiles } from './changed-files.ts';

/** The choices of a check, read from its options. */
export interface CheckChoices {
  /** Applies fixes first, and reports what is left. */
  fixes: boolean;
  /** Reports hints too. */
  showsHints: boolean;
  /** Absolute path of the only file or folder to check; `null`: everything. */
  only: string | null;
}

/** The checked files, and their findings in the order of files and places. */
export interface FoundFindings {
  paths: readonly string[];
  findings: readonly Finding[];
}

/** One fix may make another possible: two fixes can need the same import. More rounds than this do not settle. */
const ROUNDS_MAX = 10;

/**
 * Checks the files of a project.
 * @param choices `changes` tells what changed since the last look; `null` for a single look without fixes. `build` is
 *   asked at each look.
 */
export async function findFindings(
  opened: OpenProject,
  { changes, build, fixes, showsHints, only }: CheckChoices & { changes: ChangedFiles | null; build: BuildInspector },
): Promise<FoundFindings> {
  const shown = new Set<Severity>(showsHints ? ['error', 'warning', 'hint'] : ['error', 'warning']);
  for (let round = 1; ; round++) {
    if (changes) await opened.update(await changes.find());
    const { project, settings } = opened;
    await build.inspect();
    const paths = [...new Set([...project.paths(), ...project.pathsWithBuildProblems()])]
      .filter((path) => only === null || isWithin(path, only))
      .toSorted();
    const findings = paths
      .flatMap((path) => [...syntaxFindings(project, path), ...analyzeFile(project, path, settings)])
      .filter(({ severity }) => shown.has(severity));
    const hasFixed = fixes && round <= ROUNDS_MAX && applyFixes(findings);
    if (!hasFixed) return { paths, findings };
  }
}

/**
 * Writes the fix of each finding that has one without a decision. A fix that overlaps another one waits for the next
 * round.
 * @returns Whether a file was changed.
 */
function applyFixes(findings: readonly Finding[]): boolean {
  const edits = combineFixes(findings.flatMap((finding) => safeFix(finding) ?? []));
  for (const [file, ofFile] of edits) writeFileSync(file, applyEdits(readFileSync(file, 'utf8'), ofFile));
  return edits.size > 0;
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
