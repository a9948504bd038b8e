/** 1009: workflows and steps that no build finds. */
import { sep } from 'node:path';
import { defineErrors } from '../../../../runtime/contract/errors.ts';
import type { FileCode } from '../../code/call-sites.ts';
import { isTest } from '../../code/contexts.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import type { RuleGroup } from '../../findings/rule.ts';
import type { Project } from '../../project/project.ts';

/** The error of the rule. */
export const scannedFolderError = defineErrors({
  directive_file_unscanned: {
    message: ({ dirs }: { dirs: string }) =>
      `The build does not see this file, so its directives have no effect: it is not in ${dirs}, and no file in there imports it.`,
    fix: () => 'move it, import it where it is used by workflows, or add its folder to the option "dirs"',
  },
});

/** Silent where the folders are not known. */
export const scannedFolderRules: RuleGroup = {
  rules: [{ code: 'directive_file_unscanned', number: 1009, severity: 'warning' }],
  check: findUnscanned,
};

function findUnscanned({ project, file }: FileCode): Finding[] {
  const [directive] = file.analysis?.directives ?? [];
  const { dirs } = project;
  if (!directive || !dirs || isTest(file) || isSeen(project, dirs, file.source.path)) return [];
  const names = dirs.map(
    (dir) =>
      `"${dir
        .slice(project.rootDir.length + 1)
        .split(sep)
        .join('/')}"`,
  );
  return [
    createFinding(file, directive.span, scannedFolderError('directive_file_unscanned', { dirs: names.join(', ') })),
  ];
}

/** In one of the folders, or imported from there by however many files. */
function isSeen(project: Project, dirs: readonly string[], path: string): boolean {
  const isInside = (candidate: string): boolean => dirs.some((dir) => candidate.startsWith(dir + sep));
  if (isInside(path)) return true;
  const seen = new Set(project.paths().filter(isInside));
  // A set that grows is walked to its end.
  for (const known of seen) {
    for (const next of project.importedFiles(known)) {
      if (next === path) return true;
      seen.add(next);
    }
  }
  return false;
}
