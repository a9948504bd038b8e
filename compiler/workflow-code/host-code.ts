/** Code of a module that runs on the host only, and so never in a workflow. */
import { type Node, child, children, contains, isFunction, isWithin } from '../ast.ts';
import { isClassForm } from '../analyze/function-place.ts';
import type { DirectiveFunction, ModuleAnalysis } from '../analyze/module-analysis.ts';
import { type Binding, functionOf } from '../analyze/scope.ts';
import { findOptionFunctions } from './option-functions.ts';

/** A local function or class, with the name that code uses it by. */
interface LocalCode {
  binding: Binding;
  node: Node;
}

/**
 * The nodes that the workflow view removes or replaces: steps, the functions in their options, and local functions
 * that only steps use. Of a class member its decorators and its name stay.
 */
export function findRemovedCode(analysis: ModuleAnalysis): Set<Node> {
  const steps = analysis.functions.filter(({ kind }) => kind === 'step');
  const ofOptions = findOptionFunctions(analysis).map(({ node }) => node);
  return new Set([...steps.flatMap(removedNodes), ...ofOptions, ...movedHelpers(analysis.functions)]);
}

/**
 * All code that no bundle of workflow code holds: what the workflow view removes, the steps that the compiler refuses,
 * and local functions and classes that nothing else uses, which a bundler drops.
 */
export function findHostCode(analysis: ModuleAnalysis, removed: ReadonlySet<Node>): ReadonlySet<Node> {
  const host = new Set([...removed, ...refusedSteps(analysis)]);
  if (host.size > 0) addUnused(host, localCode(analysis));
  return host;
}

/**
 * Functions inside others that only steps use. Each step has a copy, and what they use would otherwise stay in workflow
 * code.
 */
export function movedHelpers(functions: readonly DirectiveFunction[]): Node[] {
  const steps = functions.filter(({ kind }) => kind === 'step');
  const helpers = steps.flatMap(({ captures }) => captures.helpers).filter(({ node }) => isFunction(node));
  return helpers.length === 0 ? [] : addUnused(new Set(steps.map(({ node }) => node)), helpers);
}

function removedNodes({ form, node }: DirectiveFunction): Node[] {
  return isClassForm(form) ? [...children(node, 'params'), child(node, 'body')!] : [node];
}

/** Adds the candidates whose uses all lie in host code, until there are no more. @returns Those that were added. */
function addUnused(host: Set<Node>, candidates: readonly LocalCode[]): Node[] {
  const added = new Set<Node>();
  const isUnused = ({ binding, node }: LocalCode): boolean =>
    binding.references.every((use) => contains(node.span, use.node.span) || isWithin(host, use.node));
  for (let before = -1; before < added.size;) {
    before = added.size;
    for (const candidate of candidates) {
      if (host.has(candidate.node) || !isUnused(candidate)) continue;
      host.add(candidate.node);
      added.add(candidate.node);
    }
  }
  return [...added];
}

/** The functions around step directives that did not become steps, because something is wrong with them. */
function refusedSteps({ bindings, directives, functions }: ModuleAnalysis): Node[] {
  const steps = functions.filter(({ kind }) => kind === 'step');
  const refused = directives.filter(
    ({ kind, span }) => kind === 'step' && !steps.some(({ node }) => contains(node.span, span)),
  );
  return refused.flatMap(({ span }) => {
    const around = [...bindings.scopes.keys()].filter((node) => isFunction(node) && contains(node.span, span));
    return around.length > 0 ? [around.reduce((a, b) => (contains(a.span, b.span) ? b : a))] : [];
  });
}

function localCode({ bindings: { root, scopes } }: ModuleAnalysis): LocalCode[] {
  const locals = new Set([...scopes.values()].filter((scope) => scope !== root));
  return [...locals].flatMap(({ bindings }) => [...bindings.values()]).flatMap(toLocalCode);
}

function toLocalCode(binding: Binding): LocalCode[] {
  const node = functionOf(binding) ?? (binding.kind === 'class' ? binding.declarations[0] : null);
  return node ? [{ binding, node }] : [];
}
