/** 1009 and 1030: workflows and steps that the build does not find. */
import { sep } from 'node:path';
import { defineErrors } from '../../../../runtime/contract/errors.ts';
import type { FileCode } from '../../code/call-sites.ts';
import { isTest } from '../../code/contexts.ts';
import { COMPONENT_FILE } from '../../../../compiler/component-scripts.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import type { RuleGroup } from '../../findings/rule.ts';
import type { Project } from '../../project/project.ts';

/** Makes the errors of these rules. */
export const scannedFolderError = defineErrors({
  directive_file_unscanned: {
    message: ({ dirs }: { dirs: string }) =>
      `The build does not see this file, so its directives have no effect: it is not in ${dirs}, and no file there imports it.`,
    fix: () => 'move the file, import it in a workflow, or add its folder to the option "dirs"',
  },
  directive_in_component: {
    message: ({ directive }: { directive: string }) =>
      `"${directive}" has no effect in a component: the build compiles only modules of JavaScript and TypeScript.`,
    fix: () => 'move the function to a module of its own, and import it here',
  },
});

/** The rules about files. The one about folders finds nothing when the folders are not known. */
export const scannedFolderRules: RuleGroup = {
  rules: [
    { code: 'directive_file_unscanned', number: 1009, severity: 'warning' },
    { code: 'directive_in_component', number: 1030, severity: 'error' },
  ],
  check: (code) => (COMPONENT_FILE.test(code.file.source.path) ? findInComponent(code) : findUnscanned(code)),
};

function findInComponent({ file }: FileCode): Finding[] {
  const directives = file.analysis?.directives ?? [];
  return directives.map(({ kind, span }) =>
    createFinding(file, span, scannedFolderError('directive_in_component', { directive: `use ${kind}` })),
  );
}

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

/** Whether a file is in one of the folders, or imported from there directly or through other files. */
function isSeen(project: Project, dirs: readonly string[], path: string): boolean {
  const isInside = (candidate: string): boolean => dirs.some((dir) => candidate.startsWith(dir + sep));
  if (isInside(path)) return true;
  const seen = new Set(project.paths().filter(isInside));
  // The walk also covers what it adds to the set.
  for (const known of seen) {
    for (const next of project.importedFiles(known)) {
      if (next === path) return true;
      seen.add(next);
    }
  }
  return false;
}
