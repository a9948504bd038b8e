/** State of modules that steps change: workflows have modules of their own, and never see it. */
import { type Binding } from '../../../../compiler/analyze/scope.ts';
import { child, contains, isFunction, staticKey } from '../../../../compiler/ast.ts';
import { type CodeChange, effectsOf } from '../../../../compiler/workflow-code/code-effects.ts';
import { directiveAround, functionAround } from '../../code/surroundings.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import type { Project, ProjectFile } from '../../project/project.ts';
import { type CodePart, moduleCode } from '../../reach/module-code.ts';
import type { Reach } from '../../reach/reach.ts';
import { LinkedFiles } from './linked-files.ts';
import { sandboxError } from './messages.ts';

/** The findings of one file, each at the name in a step by which it changes what workflow code reads. */
export function stepState(project: Project, file: ProjectFile, reach: Reach): Finding[] {
  const modules = new LinkedFiles(project);
  const steps = [...file.directives].filter(([node, { kind }]) => kind === 'step' && isFunction(node));
  return steps.flatMap(([step]) =>
    effectsOf(modules, file.source.path, step).changes.flatMap((change) => {
      const { target, node, isSure } = change;
      if (!isSure || 'package' in target || isAssignment(file, change)) return [];
      if (!isRead(project, reach, target) || isAlsoRun(project, reach, change)) return [];
      return [createFinding(file, node.span, sandboxError('sandbox_state_stale', { name: target.binding.name }))];
    }),
  );
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
