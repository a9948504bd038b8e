/** Local functions that the workflow view can do without. */
import { type Node, contains, isFunction } from '../ast.ts';
import type { DirectiveFunction } from './module-analysis.ts';

/** Functions inside others that only steps use: each of these has a copy. What they use would else stay in workflow code. */
export function movedHelpers(functions: readonly DirectiveFunction[]): Node[] {
  const steps = functions.filter(({ kind }) => kind === 'step');
  const helpers = steps.flatMap(({ captures }) => captures.helpers).filter(({ node }) => isFunction(node));
  const moved = new Set<Node>();
  const isGone = (use: Node): boolean =>
    [...steps.map(({ node }) => node), ...moved].some(({ span }) => contains(span, use.span));
  for (let before = -1; before < moved.size;) {
    before = moved.size;
    for (const { binding, node } of helpers) {
      if (binding.references.every((use) => contains(node.span, use.node.span) || isGone(use.node))) moved.add(node);
    }
  }
  return [...moved];
}
