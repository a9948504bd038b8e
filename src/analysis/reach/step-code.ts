/** Which code of a file belongs to steps, and so is in no bundle of workflow code. */
import { type Node, type Span, contains, isFunction } from '../../compiler/ast.ts';
import type { ModuleAnalysis } from '../../compiler/analyze/module-analysis.ts';
import { findRetryRules } from '../../compiler/analyze/retry-rules.ts';
import { type Binding, type ModuleBindings, functionOf } from '../../compiler/analyze/scope.ts';

/** Steps with what runs with them, also steps that the compiler refuses, and local functions that nothing else uses. */
export function stepCode(analysis: ModuleAnalysis | null): Span[] {
  if (!analysis) return [];
  const steps = analysis.functions.filter(({ kind }) => kind === 'step').map(({ node }) => node.span);
  const gone = [...steps, ...refusedSteps(analysis, steps), ...findRetryRules(analysis).map(({ node }) => node.span)];
  return gone.length > 0 ? [...gone, ...localHelpers(analysis.bindings, gone)] : [];
}

function refusedSteps({ directives, bindings }: ModuleAnalysis, steps: readonly Span[]): Span[] {
  const refused = directives.filter(({ kind, span }) => kind === 'step' && !steps.some((step) => contains(step, span)));
  return refused.flatMap(({ span }) => {
    const around = [...bindings.scopes.keys()].filter((node) => isFunction(node) && contains(node.span, span));
    return around.length > 0 ? [around.reduce((a, b) => (contains(a.span, b.span) ? b : a)).span] : [];
  });
}

/** Functions and classes inside other functions that only such code uses: a step has copies, and a bundler drops them. */
function localHelpers({ root, scopes }: ModuleBindings, gone: readonly Span[]): Span[] {
  const locals = new Set([...scopes.values()].filter((scope) => scope !== root));
  const candidates = [...locals].flatMap(({ bindings }) => [...bindings.values()]).flatMap(toCandidate);
  const found: Span[] = [];
  const isGone = (span: Span): boolean => [...gone, ...found].some((outer) => contains(outer, span));
  for (let before = -1; before < found.length;) {
    before = found.length;
    for (const { binding, node } of candidates) {
      const isUnused = binding.references.every((use) => contains(node.span, use.node.span) || isGone(use.node.span));
      if (isUnused && !isGone(node.span)) found.push(node.span);
    }
  }
  return found;
}

function toCandidate(binding: Binding): { binding: Binding; node: Node }[] {
  const node = functionOf(binding) ?? (binding.kind === 'class' ? binding.declarations[0] : null);
  return node ? [{ binding, node }] : [];
}
