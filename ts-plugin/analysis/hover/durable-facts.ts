/** What a project tells of one of its workflows and steps. */
import type { DirectiveFunction } from '../../../compiler/analyze/module-analysis.ts';
import { type Node, child, children, contains, effectiveParent, staticKey, text } from '../../../compiler/ast.ts';
import { literalOf, propertiesOf } from '../code/held-values.ts';
import { type Origin, originOf } from '../code/origins.ts';
import type { Project, ProjectFile } from '../project/project.ts';

/** A workflow or step, and the file that it stands in. */
export interface DurableFunction {
  file: ProjectFile;
  directive: DirectiveFunction;
}

/** As it is when nothing is set. */
const RETRIES_DEFAULT = 3;

/** How often a step is tried again; `null` when that is known only at run time. */
export function retriesOf(project: Project, { file, directive }: DurableFunction): number | null {
  let retries: number | null = RETRIES_DEFAULT;
  for (const node of file.bindings.nodes.of('AssignmentExpression')) {
    const option = optionOf(project, file, { node, directive });
    if (option === 'maxRetries') retries = numberOf(child(node, 'right')!);
    if (option !== 'retry') continue;
    const own = propertiesOf(child(node, 'right')!).find(({ name }) => name === 'maxRetries');
    if (own) retries = numberOf(own.value);
  }
  return retries;
}

/** The name of the option that an assignment sets on a function. */
function optionOf(
  project: Project,
  file: ProjectFile,
  { node, directive }: { node: Node; directive: DirectiveFunction },
): string | null {
  const target = child(node, 'left');
  if (target?.type !== 'MemberExpression') return null;
  const origin = originOf(project, file, child(target, 'object')!);
  return origin?.kind === 'function' && origin.node === directive.node ? staticKey(child(target, 'property')) : null;
}

function numberOf(value: Node): number | null {
  const known = literalOf(value)?.value;
  return typeof known === 'number' ? known : null;
}

/** The number of steps that a workflow names in its own code. */
export function stepsOf(project: Project, { file, directive }: DurableFunction): number {
  const steps = new Set<Node>();
  for (const { node } of file.bindings.references) {
    if (!contains(directive.node.span, node.span)) continue;
    const origin = functionNamedBy(project, file, node);
    if (origin?.directive?.kind === 'step') steps.add(origin.node);
  }
  return steps.size;
}

/** The function that a name or a member of it stands for: `pay`, `steps.pay`, `orders.steps.pay`. */
function functionNamedBy(project: Project, file: ProjectFile, name: Node): (Origin & { kind: 'function' }) | null {
  for (let at: Node | null = name; at;) {
    const origin = originOf(project, file, at);
    if (origin?.kind === 'function') return origin;
    const { parent, inner } = effectiveParent(at);
    at = parent?.type === 'MemberExpression' && child(parent, 'object') === inner ? parent : null;
  }
  return null;
}

/** The number of places in the project where runs of a workflow are started. */
export function startsOf(project: Project, { directive }: DurableFunction): number {
  let starts = 0;
  for (const path of project.paths()) {
    const file = /\bstart\b/.test(project.text(path)?.code ?? '') ? project.file(path) : null;
    if (!file) continue;
    for (const node of file.bindings.nodes.of('CallExpression'))
      if (isStartOf(project, file, { node, directive })) starts++;
  }
  return starts;
}

function isStartOf(
  project: Project,
  file: ProjectFile,
  { node, directive }: { node: Node; directive: DirectiveFunction },
): boolean {
  const [started] = children(node, 'arguments');
  if (!started) return false;
  const called = originOf(project, file, child(node, 'callee')!);
  if (called?.kind !== 'package' || called.module !== 'workflow/api' || called.path.join() !== 'start') return false;
  const origin = originOf(project, file, started);
  return origin?.kind === 'function' && origin.node === directive.node;
}

/** The name that a declaration gives to a function; `null` when a place is no such name. */
export function isNameOf(node: Node, name: Node): boolean {
  if (child(node, 'identifier') === name || child(node, 'key') === name) return true;
  const { parent } = effectiveParent(node);
  if (!parent) return false;
  const holder = child(parent, 'id') ?? child(parent, 'key') ?? child(parent, 'left');
  return holder === name && text(name) !== '';
}
