/** Code that hands a function to a call with its id, wherever the function stands. */
import { child, children } from '../ast.ts';
import type { DirectiveFunction } from '../analyze/module-analysis.ts';
import { type Affixes, asValue, callText, captureText, memberFunction, quote } from './function-text.ts';
import { COMPILED_MODULE, type ViewBuilder } from './view-builder.ts';

/**
 * Makes the module call `callee(id, fn)`, which must return the function: for declarations before anything else, for
 * expressions in place, for methods when the class is evaluated.
 */
export function markFunction(builder: ViewBuilder, fn: DirectiveFunction, callee: string): void {
  const { edits } = builder;
  switch (fn.form) {
    case 'declaration':
      builder.nameDeclaration(fn);
      return builder.openBlockOf(fn, markDeclaration(builder, fn, callee));
    case 'class-method':
    case 'class-getter':
      return edits.insert(fn.node.span.end, ` static { ${callee}(${quote(fn.id)}, ${memberFunction(fn)}); }`);
    default: {
      const { before, after } = markAffixes(builder, fn, callee);
      return edits.wrap(fn.node.span, before, after);
    }
  }
}

/** The statement that hands a declared function to `callee`. */
export function markDeclaration(builder: ViewBuilder, fn: DirectiveFunction, callee: string): string {
  return `${callText(callee, [quote(fn.id), builder.declaredName(fn), captureText(fn)])};`;
}

/** The text around an expression or object method that hands it to `callee`. */
export function markAffixes(builder: ViewBuilder, fn: DirectiveFunction, callee: string): Affixes {
  const value = asValue(fn);
  const key = fn.form === 'object-method' ? `${builder.source(child(fn.node, 'key')!)}: ` : '';
  const capture = captureText(fn);
  const after = capture === undefined ? ')' : `, ${capture})`;
  return { before: `${key}${callee}(${quote(fn.id)}, ${value.before}`, after: value.after + after };
}

/**
 * Registers each class whose instances can be passed, when it is evaluated. Every view does, so that all sides have
 * them.
 * @param callee Name of the function of the runtime that takes a class of this view.
 */
export function registerClasses(builder: ViewBuilder, callee: 'registerClass' | 'registerStepClass'): void {
  for (const { classId, node } of builder.analysis.classes) {
    const registerClass = builder.import(COMPILED_MODULE, callee);
    const last = children(node, 'body').at(-1)!;
    // The member before may be a field that ends without a semicolon.
    builder.edits.insert(last.span.end, `; static { ${registerClass}(${quote(classId)}, this); }`);
  }
}
