/** The files that workflows and steps import, found again only after a change. */
import { mayMakeAgents } from '../../../compiler/analyze/agent-options.ts';
import type { DirectiveKind } from '../../../compiler/directives.ts';
import type { Project } from './project.ts';

interface Kept {
  stamp: string;
  imported: Map<DirectiveKind, ReadonlySet<string>>;
}

const kept = new WeakMap<Project, Kept>();

/** The files that the files with directives of a kind import, directly or through other files. */
export function filesImportedBy(project: Project, kind: DirectiveKind): ReadonlySet<string> {
  const stamp = project.stamp();
  let known = kept.get(project);
  if (known?.stamp !== stamp) kept.set(project, (known = { stamp, imported: new Map() }));
  const imported = known.imported.get(kind) ?? findImported(project, kind);
  known.imported.set(kind, imported);
  return imported;
}

function findImported(project: Project, kind: DirectiveKind): ReadonlySet<string> {
  const imported = new Set<string>();
  const reached = new Set(project.paths().filter((path) => holdsDirective(project, path, kind)));
  // The walk also covers what it adds to the set.
  for (const path of reached) {
    for (const next of project.importedFiles(path)) {
      if (next !== path) imported.add(next);
      reached.add(next);
    }
  }
  return imported;
}

/** Whether a project has workflows of its own. A project without them is a library for others. */
export function hasWorkflows(project: Project): boolean {
  const isWorkflow = ({ kind }: { kind: DirectiveKind }): boolean => kind === 'workflow';
  // Some files only mention directives.
  const candidates = project.paths().filter((path) => holdsDirective(project, path, 'workflow'));
  return candidates.some((path) => project.file(path)?.analysis?.directives.some(isWorkflow));
}

function holdsDirective(project: Project, path: string, kind: DirectiveKind): boolean {
  const code = project.text(path)?.code ?? '';
  return code.includes(`use ${kind}`) || (kind === 'step' && mayMakeAgents(code));
}
