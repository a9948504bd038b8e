/** Set-up in files of the application that no run loads: each run has its own copy of what it changes. */
import { basename } from 'node:path';
import { type Node, text } from '../../../../compiler/ast.ts';
import { isSourceName } from '../../../../compiler/build/source-files.ts';
import { type CodeChange, effectsOf } from '../../../../compiler/workflow-code/code-effects.ts';
import { mayHaveEffects } from '../../../../compiler/workflow-code/load-effects.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import type { Project, ProjectFile } from '../../project/project.ts';
import { moduleCode } from '../../reach/module-code.ts';
import type { Reach } from '../../reach/reach.ts';
import { LinkedFiles } from './linked-files.ts';
import { sandboxError } from './messages.ts';

/** The findings of a file that workflows do not load. */
export function setupElsewhere(project: Project, file: ProjectFile, reach: Reach): Finding[] {
  if (!isSourceName(basename(file.source.path))) return [];
  const modules = new LinkedFiles(project);
  const module = modules.module(file.source.path)!;
  return moduleCode(file).parts.flatMap(({ unit }) => {
    if (unit.kind === 'import' || !mayHaveEffects(module, unit)) return [];
    const { changes } = effectsOf(modules, file.source.path, unit.node);
    const needed = changes.find((change) => isReached(project, reach, change));
    if (!needed || isAlsoReached(reach, file, unit.node)) return [];
    const error = sandboxError('sandbox_setup_elsewhere', { name: text(needed.node) });
    return [createFinding(file, needed.node.span, error)];
  });
}

function isReached(project: Project, reach: Reach, { target }: CodeChange): boolean {
  if ('package' in target) return reach.packages.has(target.package);
  const file = project.file(target.path);
  const parts = (file && moduleCode(file).partsOf.get(target.binding)) ?? [];
  return parts.some((part) => reach.partAt(part) !== undefined);
}

/** Whether workflows do the same when they load: `dayjs.extend(utc)` in the entry of the server, and in their files. */
function isAlsoReached(reach: Reach, { source }: ProjectFile, { span }: Node): boolean {
  const code = source.code.slice(span.start, span.end);
  return [...reach.modules.values()].some(({ code: { evaluated } }) =>
    evaluated.some(({ file, unit: { node } }) => file.source.code.slice(node.span.start, node.span.end) === code),
  );
}
