/**
 * The view that runs in the sandbox: workflows are registered, steps are proxies, and code that only steps use is gone.
 */
import { type Node, child, contains, parentOf } from '../ast.ts';
import { isGetter } from '../analyze/function-place.ts';
import { parameterPatterns } from '../analyze/parameters.ts';
import type { DirectiveFunction } from '../analyze/module-analysis.ts';
import { movedHelpers } from '../workflow-code/host-code.ts';
import type { KeepOptions } from '../workflow-code/keep-units.ts';
import { type OptionFunction, findOptionFunctions } from '../workflow-code/option-functions.ts';
import { type WorkflowCode, findWorkflowCode } from '../workflow-code/workflow-code.ts';
import { deferInitializers, dropUnits } from './drop-units.ts';
import { callText, captureText, headEnd, memberFunction, PURE, quote } from './function-text.ts';
import { markFunction } from './mark-function.ts';
import { COMPILED_MODULE, type ViewBuilder } from './view-builder.ts';

/** Writes the workflow view. @returns Which code of the module the view holds. */
export function writeWorkflowView(builder: ViewBuilder, options: KeepOptions): WorkflowCode {
  const { analysis } = builder;
  const code = findWorkflowCode(analysis, analysis, options);
  if (!code.analysis) return code;
  const dropped = dropUnits(builder, code);
  deferInitializers(builder, code);
  for (const fn of analysis.functions) {
    if (dropped.some(({ node }) => contains(node.span, fn.node.span))) continue;
    if (fn.kind === 'step') writeProxy(builder, fn);
    else markFunction(builder, fn, builder.import(COMPILED_MODULE, 'registerWorkflow'), { withSelf: true });
  }
  for (const option of findOptionFunctions(analysis)) writeOptionFunction(builder, option);
  for (const helper of movedHelpers(analysis.functions)) removeHelper(builder, helper);
  return code;
}

/** A variable keeps its name, which nothing uses. */
function removeHelper({ edits }: ViewBuilder, { span, type }: Node): void {
  edits.replace(span, type === 'FunctionDeclaration' ? '' : 'undefined');
}

/** In a workflow a call only tells that its step has such an option. */
function writeOptionFunction({ edits }: ViewBuilder, { name, isMethod, node }: OptionFunction): void {
  const text = name === 'label' ? "() => ''" : '() => true';
  edits.replace(node.span, isMethod ? `${name}: ${text}` : text);
}

function writeProxy(builder: ViewBuilder, fn: DirectiveFunction): void {
  switch (fn.form) {
    case 'declaration':
      return writeDeclaration(builder, fn);
    case 'class-method':
      return writeMethod(builder, fn);
    case 'object-getter':
    case 'class-getter':
      return writeGetter(builder, fn);
    case 'object-method':
      return builder.edits.replace(
        fn.node.span,
        `${builder.source(child(fn.node, 'key')!)}: ${proxyText(builder, fn)}`,
      );
    case 'expression':
      return builder.edits.replace(fn.node.span, proxyText(builder, fn));
    case 'agent-option':
      return builder.edits.replace(fn.node.span, optionText(builder, fn));
  }
}

/** A method and a shorthand are the whole property. */
function optionText(builder: ViewBuilder, fn: DirectiveFunction): string {
  const isProperty = parentOf(fn.node)?.type === 'ObjectExpression';
  return (isProperty ? `${fn.valueName}: ` : '') + proxyText(builder, fn);
}

/** The declaration stays, so that it can be used before it stands; only its body goes to the proxy. */
function writeDeclaration(builder: ViewBuilder, fn: DirectiveFunction): void {
  const proxy = builder.names.pick('step');
  const name = builder.declaredName(fn);
  builder.openBlockOf(fn, `const ${proxy} = ${proxyText(builder, fn, name)};`);
  const { node } = fn;
  const start = headEnd(node, builder.analysis.file.code);
  const ownName = child(node, 'identifier') ? '' : ` ${name}`;
  builder.edits.replace({ start, end: node.span.end }, `${ownName}${forwardText(fn, proxy)}`);
}

function writeMethod(builder: ViewBuilder, fn: DirectiveFunction): void {
  const proxy = builder.names.pick('step');
  const { node } = fn;
  builder.open(`let ${proxy};`);
  const start = headEnd(node, builder.analysis.file.code);
  const assign = `static { ${proxy} = ${proxyText(builder, fn, memberFunction(fn))}; }`;
  builder.edits.replace({ start, end: node.span.end }, `${forwardText(fn, proxy)} ${assign}`);
}

function writeGetter(builder: ViewBuilder, fn: DirectiveFunction): void {
  const { node } = fn;
  const start = headEnd(node, builder.analysis.file.code);
  const call = proxyText(builder, fn) + (fn.usesSelf ? '.call(this)' : '()');
  builder.edits.replace({ start, end: node.span.end }, `() { return ${call}; }`);
}

/** Parameters and body of a function that hands its call to a proxy. */
function forwardText({ usesSelf }: DirectiveFunction, proxy: string): string {
  return usesSelf ? `(...args) { return ${proxy}.apply(this, args); }` : `(...args) { return ${proxy}(...args); }`;
}

/** Parameters up to the first that has a default, or takes the rest. */
function lengthText({ node }: DirectiveFunction): string | undefined {
  const own = parameterPatterns(node);
  const end = own.findIndex(({ type }) => type === 'AssignmentPattern' || type === 'RestElement');
  const length = end < 0 ? own.length : end;
  return length > 0 ? String(length) : undefined;
}

function proxyText(builder: ViewBuilder, fn: DirectiveFunction, target?: string): string {
  const stepProxy = builder.import(COMPILED_MODULE, 'stepProxy');
  const takesThis = fn.usesSelf ? 'true' : undefined;
  const call = callText(stepProxy, [quote(fn.id), captureText(fn), target, takesThis, lengthText(fn)]);
  return fn.nested || isGetter(fn.form) ? call : PURE + call;
}
