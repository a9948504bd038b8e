/** The view of an application whose steps run elsewhere: workflows are references, steps are plain functions. */
import { type Node, child, contains } from '../ast.ts';
import { isGetter } from '../analyze/function-place.ts';
import type { DirectiveFunction } from '../analyze/module-analysis.ts';
import { headEnd, quote } from './function-text.ts';
import { markFunction } from './mark-function.ts';
import { COMPILED_MODULE, type ViewBuilder } from './view-builder.ts';

/** Writes the client view. */
export function writeClientView(builder: ViewBuilder): void {
  for (const fn of builder.analysis.functions) {
    if (fn.kind === 'workflow') writeWorkflowReference(builder, fn);
    else if (isPassable(builder, fn)) markFunction(builder, fn, builder.import(COMPILED_MODULE, 'markStep'));
  }
}

/**
 * The function stays, for `start()`; calling it says what to do instead. Its parameters go: they could fail before
 * that.
 */
export function writeWorkflowReference(builder: ViewBuilder, fn: DirectiveFunction): void {
  const calledDirectly = builder.import(COMPILED_MODULE, 'calledDirectly');
  const { end } = child(fn.node, 'body')!.span;
  const { start, head } = callableHead(fn.node, builder.analysis.file.code);
  builder.edits.replace({ start, end }, `${head} { return ${calledDirectly}(${quote(fn.id)}); }`);
  markFunction(builder, fn, builder.importRegistering('markWorkflow'));
}

function callableHead(node: Node, code: string): { start: number; head: string } {
  if (node.type === 'ArrowFunctionExpression') return { start: node.span.start, head: 'async () =>' };
  return { start: headEnd(node, code), head: '()' };
}

/**
 * True for a step that is a value here. A getter is none, an agent option stays as it is, and a step in the body of a
 * workflow is gone.
 */
export function isPassable({ analysis }: ViewBuilder, { form, node }: DirectiveFunction): boolean {
  if (isGetter(form) || form === 'agent-option') return false;
  const isInWorkflow = analysis.functions.some((fn) => fn.kind === 'workflow' && contains(fn.node.span, node.span));
  return !isInWorkflow;
}
