/** Which code of a file belongs to steps, and so is in no bundle of workflow code. */
import { type Node, contains, isFunction, isWithin } from '../../../compiler/ast.ts';
import type { ModuleAnalysis } from '../../../compiler/analyze/module-analysis.ts';
import { findRetryRules } from '../../../compiler/analyze/retry-rules.ts';
import { type Binding, type ModuleBindings, functionOf } from '../../../compiler/analyze/scope.ts';

/** Steps with what runs with them, also steps that the compiler refuses, and local functions that nothing else uses. */
export function stepCode(analysis: ModuleAnalysis | null): ReadonlySet<Node> {
  if (!analysis) return new Set();
  const steps = analysis.functions.filter(({ kind }) => kind === 'step').map(({ node }) => node);
  const gone = new Set([
    ...steps,
    ...refusedSteps(analysis, steps),
    ...findRetryRules(analysis).map(({ node }) => node),
  ]);
  if (gone.size > 0) addLocalHelpers(gone, analysis.bindings);
  return gone;
}

function refusedSteps({ directives, bindings }: ModuleAnalysis, steps: readonly Node[]): Node[] {
  const refused = directives.filter(
    ({ kind, span }) => kind === 'step' && !steps.some((step) => contains(step.span, span)),
  );
  return refused.flatMap(({ span }) => {
    const around = [...bindings.scopes.keys()].filter((node) => isFunction(node) && contains(node.span, span));
    return around.length > 0 ? [around.reduce((a, b) => (contains(a.span, b.span) ? b : a))] : [];
  });
}

/** Functions and classes inside other functions that only such code uses: a step has copies, and a bundler drops them. */
function addLocalHelpers(gone: Set<Node>, { root, scopes }: ModuleBindings): void {
  const locals = new Set([...scopes.values()].filter((scope) => scope !== root));
  const candidates = [...locals].flatMap(({ bindings }) => [...bindings.values()]).flatMap(toCandidate);
  for (let before = -1; before < gone.size;) {
    before = gone.size;
    for (const { binding, node } of candidates) {
      const isUnused = binding.references.every(
        (use) => contains(node.span, use.node.span) || isWithin(gone, use.node),
      );
      if (isUnused && !isWithin(gone, node)) gone.add(node);
    }
  }
}

function toCandidate(binding: Binding): { binding: Binding; node: Node }[] {
  const node = functionOf(binding) ?? (binding.kind === 'class' ? binding.declarations[0] : null);
  return node ? [{ binding, node }] : [];
}
