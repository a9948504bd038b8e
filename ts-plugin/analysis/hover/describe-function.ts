/** Facts about one workflow or step, and how a hover words them. */
import type { DirectiveFunction } from '../../../compiler/analyze/module-analysis.ts';
import { type Node, child, children, contains, effectiveParent, text } from '../../../compiler/ast.ts';
import { nameOfPackage } from '../code/call-sites.ts';
import { listOptions } from '../code/function-options.ts';
import { literalOf, propertiesOf } from '../code/held-values.ts';
import { type CodeOrigin, originOf } from '../code/origins.ts';
import type { Project, ProjectFile } from '../project/project.ts';

/** A workflow or step, and its file. */
export interface DurableFunction {
  file: ProjectFile;
  directive: DirectiveFunction;
}

/** Unless an option changes it. */
const RETRIES_DEFAULT = 3;

/** The number of retries of a step; `null` when it is known only at run time. */
function retriesOf(project: Project, { file, directive }: DurableFunction): number | null {
  let retries: number | null = RETRIES_DEFAULT;
  for (const set of listOptions(project, file)) {
    if (set.fn.node !== directive.node || set.isOfRetry) continue;
    if (set.option === 'maxRetries') retries = numberOf(set.value);
    if (set.option !== 'retry') continue;
    const own = propertiesOf(set.value).find(({ name }) => name === 'maxRetries');
    if (own) retries = numberOf(own.value);
  }
  return retries;
}

function numberOf(value: Node): number | null {
  const known = literalOf(value)?.value;
  return typeof known === 'number' ? known : null;
}

/** The number of steps that a workflow names in its own code. */
function stepsOf(project: Project, { file, directive }: DurableFunction): number {
  const steps = new Set<Node>();
  for (const { node } of file.bindings.references) {
    if (!contains(directive.node.span, node.span)) continue;
    const origin = functionNamedBy(project, file, node);
    if (origin?.directive?.kind === 'step') steps.add(origin.node);
  }
  return steps.size;
}

/** The function that a name or one of its members means: `pay`, `steps.pay`, `orders.steps.pay`. */
function functionNamedBy(project: Project, file: ProjectFile, name: Node): (CodeOrigin & { kind: 'function' }) | null {
  for (let at: Node | null = name; at;) {
    const origin = originOf(project, file, at);
    if (origin?.kind === 'function') return origin;
    const { parent, inner } = effectiveParent(at);
    at = parent?.type === 'MemberExpression' && child(parent, 'object') === inner ? parent : null;
  }
  return null;
}

/** The number of places in the project where runs of a workflow are started. */
function startsOf(project: Project, { directive }: DurableFunction): number {
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
  if (nameOfPackage(originOf(project, file, child(node, 'callee')!), 'workflow/api') !== 'start') return false;
  const origin = originOf(project, file, started);
  return origin?.kind === 'function' && origin.node === directive.node;
}

/** Whether a node is the name that a declaration gives to a function. */
export function isNameOf(node: Node, name: Node): boolean {
  if (child(node, 'identifier') === name || child(node, 'key') === name) return true;
  const { parent } = effectiveParent(node);
  if (!parent) return false;
  const holder = child(parent, 'id') ?? child(parent, 'key') ?? child(parent, 'left');
  return holder === name && text(name) !== '';
}

const AGENT_OPTION = 'created on the host, by the step that uses it · not workflow code · not recorded';

/** A few words about a workflow or step: `step · retried up to 3 times · its result is recorded`. */
export function describeFunction(project: Project, fn: DurableFunction): string {
  const { form, kind } = fn.directive;
  if (form === 'agent-option') return AGENT_OPTION;
  const facts = kind === 'step' ? stepFacts(project, fn) : workflowFacts(project, fn);
  return [kind, ...facts].join(' · ');
}

function stepFacts(project: Project, fn: DurableFunction): string[] {
  const retries = retriesOf(project, fn);
  const times = retries === null ? 'retried as its options say' : `retried up to ${count(retries, 'time')}`;
  return [retries === 0 ? 'never retried' : times, 'its result is recorded'];
}

function workflowFacts(project: Project, fn: DurableFunction): string[] {
  return [count(stepsOf(project, fn), 'step'), `started in ${count(startsOf(project, fn), 'place')}`];
}

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}
