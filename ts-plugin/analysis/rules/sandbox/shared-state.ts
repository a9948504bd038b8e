/**
 * State of modules that steps and workflows share only in plain code: each run has modules of its own, so workflows
 * never see what a step changes, and steps never see what a workflow changes.
 */
import { type Binding } from '../../../../compiler/analyze/scope.ts';
import { child, contains, type Node, staticKey } from '../../../../compiler/ast.ts';
import type { CodeChange, CodeEffects } from '../../../../compiler/workflow-code/code-effects.ts';
import { directiveAround, functionAround } from '../../code/surroundings.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import type { Project, ProjectFile } from '../../project/project.ts';
import { type CodePart, moduleCode } from '../../reach/module-code.ts';
import type { Reach } from '../../reach/reach.ts';
import { type DurableKind, effectsIn, effectsOfAll } from './durable-effects.ts';
import { sandboxError } from './messages.ts';

/** The findings of one file, each at the name in a step by which it changes what workflow code reads. */
export function stepState(project: Project, file: ProjectFile, reach: Reach): Finding[] {
  const toFinding = (node: Node, name: string): Finding =>
    createFinding(file, node.span, sandboxError('sandbox_state_stale', { name }));
  return effectsIn(project, file, 'step').flatMap((effects) => [
    ...effects.changes.flatMap((change) => {
      const { target, node, isSure } = change;
      if (!isSure || 'package' in target || isAssignment(file, change)) return [];
      if (!isRead(project, reach, target) || isAlsoRun(project, reach, change)) return [];
      return [toFinding(node, target.binding.name)];
    }),
    ...globalsSeenBy(project, 'workflow', effects).map(([name, node]) => toFinding(node, name)),
  ]);
}

/** The findings of one file, each at the name in a workflow by which it changes what steps read. */
export function workflowState(project: Project, file: ProjectFile): Finding[] {
  const toFinding = (node: Node, name: string): Finding =>
    createFinding(file, node.span, sandboxError('sandbox_state_changed', { name }));
  return effectsIn(project, file, 'workflow').flatMap((effects) => [
    ...effects.changes.flatMap((change) => {
      const { target, node, isSure } = change;
      if (!isSure || 'package' in target || isStrayWrite(file, change)) return [];
      return isReadBySteps(project, target.binding) ? [toFinding(node, target.binding.name)] : [];
    }),
    ...globalsSeenBy(project, 'step', effects).map(([name, node]) => toFinding(node, name)),
  ]);
}

/** Whether the rule of variables of the same file says so where it changes. */
function isStrayWrite(file: ProjectFile, { target, by }: CodeChange): boolean {
  if ('package' in target || target.path !== file.source.path) return false;
  const isIn = (node: Node, kind: DurableKind): boolean => directiveAround(file, node)?.kind === kind;
  return (
    (by.path === target.path && isIn(by.node, 'workflow')) ||
    target.binding.references.some(({ node }) => isIn(node, 'step'))
  );
}

/** Steps that change it, too, keep their own, as caches do. */
function isReadBySteps(project: Project, binding: Binding): boolean {
  return effectsOfAll(project, 'step').some(
    ({ reads, changes }) =>
      reads.has(binding) && !changes.some(({ target }) => 'binding' in target && target.binding === binding),
  );
}

/** The members of globals that code sets, and that the other side reads. */
function globalsSeenBy(project: Project, other: DurableKind, { globals }: CodeEffects): [string, Node][] {
  return [...globals]
    .filter(([name]) => effectsOfAll(project, other).some(({ reads }) => reads.has(name)))
    .map(([name, node]) => [`globalThis.${name}`, node]);
}

/** Where workflow code reads a variable of the same file, the rule of its reads says so. */
function isAssignment({ source }: ProjectFile, { target, node }: CodeChange): boolean {
  if ('package' in target || target.path !== source.path) return false;
  return target.binding.references.some((reference) => reference.node === node && reference.writes);
}

/** Whether workflow code reads it in a function: what it holds when modules load is the same for all. */
function isRead(project: Project, reach: Reach, { path, binding }: { path: string; binding: Binding }): boolean {
  const file = project.file(path);
  const held = (file && moduleCode(file).partsOf.get(binding)) ?? [];
  const isHeld = (part: CodePart): boolean => held.includes(part);
  return [...reach.parts()].some(({ uses }) => uses.some(({ node, to }) => isHeld(to.part) && functionAround(node)));
}

/** Whether workflows run the code that makes the change, too: then each side keeps its own, as caches do. */
function isAlsoRun(project: Project, reach: Reach, { by: { path, node } }: CodeChange): boolean {
  const file = project.file(path)!;
  if (directiveAround(file, node)?.kind === 'step') return false;
  const part = moduleCode(file).parts.find(({ unit }) => contains(unit.node.span, node.span));
  if (!part || !reach.partAt(part)) return false;
  const key = child(node, 'key');
  return key === null || isCalled(reach, staticKey(key));
}

/** Whether workflow code reads a member of this name, outside of steps. */
function isCalled(reach: Reach, method: string | null): boolean {
  return [...reach.parts()].some(({ part: { file, unit } }) =>
    file.bindings.nodes
      .of('MemberExpression')
      .some(
        (member) =>
          staticKey(child(member, 'property')) === method &&
          contains(unit.node.span, member.span) &&
          directiveAround(file, member)?.kind !== 'step',
      ),
  );
}
