/** The variables and globals that the steps and workflows of a project change and read, with all that they call. */
import type { DirectiveFunction } from '../../../../compiler/analyze/module-analysis.ts';
import { isFunction } from '../../../../compiler/ast.ts';
import { type CodeEffects, effectsOf } from '../../../../compiler/workflow-code/code-effects.ts';
import type { Project, ProjectFile } from '../../project/project.ts';
import { LinkedFiles } from './linked-files.ts';

/** Steps, or workflows. */
export type DurableKind = DirectiveFunction['kind'];

/** The effects of each step or workflow of one file. */
export function effectsIn(project: Project, { directives, source }: ProjectFile, kind: DurableKind): CodeEffects[] {
  const modules = new LinkedFiles(project);
  const functions = [...directives].filter(([node, found]) => found.kind === kind && isFunction(node));
  return functions.map(([node]) => effectsOf(modules, source.path, node));
}

/** Of all files, as the texts were at one time. */
interface Kept {
  stamp: string;
  effects: Partial<Record<DurableKind, readonly CodeEffects[]>>;
}

const kept = new WeakMap<Project, Kept>();

/** The same of the whole project. Found when the first rule asks. */
export function effectsOfAll(project: Project, kind: DurableKind): readonly CodeEffects[] {
  const stamp = project.stamp();
  let known = kept.get(project);
  if (known?.stamp !== stamp) kept.set(project, (known = { stamp, effects: {} }));
  return (known.effects[kind] ??= project.paths().flatMap((path) => {
    const file = project.text(path)?.code.includes(`use ${kind}`) ? project.file(path) : null;
    return file ? effectsIn(project, file, kind) : [];
  }));
}
