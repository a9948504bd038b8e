/**
 * The view that runs workflows as the plain code that they are, to compare: everything stays where it is written. Only
 * calls of steps can be followed, and workflows found.
 */
import { child } from '../ast.ts';
import type { DirectiveFunction } from '../analyze/module-analysis.ts';
import { quote } from './function-text.ts';
import { markAffixes, markFunction } from './mark-function.ts';
import type { ViewBuilder } from './view-builder.ts';

/** The module of `workflowFound(id, fn)`, `stepCalled(id, args, run)` and `followed(id, fn)`. */
export const PLAIN_MODULE = 'workflow:plain';

/** Writes the plain view. */
export function writePlainView(builder: ViewBuilder): void {
  for (const fn of builder.analysis.functions) {
    if (fn.kind === 'workflow') markFunction(builder, fn, builder.import(PLAIN_MODULE, 'workflowFound'));
    else if (fn.form !== 'agent-option') followCalls(builder, fn);
  }
}

/** The body moves into an arrow function, so that `this` and `arguments` stay. Arrows themselves have none of them. */
function followCalls(builder: ViewBuilder, fn: DirectiveFunction): void {
  const { edits } = builder;
  if (fn.node.type === 'ArrowFunctionExpression') {
    const { before, after } = markAffixes(builder, fn, builder.import(PLAIN_MODULE, 'followed'));
    return edits.wrap(fn.node.span, before, after);
  }
  const { start, end } = child(fn.node, 'body')!.span;
  const call = `${builder.import(PLAIN_MODULE, 'stepCalled')}(${quote(fn.id)}, arguments, async () => {`;
  edits.insert(start + 1, ` return ${call}`);
  edits.insert(end - 1, ` });`);
}
