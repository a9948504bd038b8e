/** Code that hands a function to a call with its id, wherever the function stands. */
import { type Node, child, children, text } from '../ast.ts';
import { staticOwner } from '../analyze/function-place.ts';
import type { DirectiveFunction } from '../analyze/module-analysis.ts';
import { valueName } from '../analyze/name-path.ts';
import { type Affixes, asValue, callText, captureText, memberFunction, quote } from './function-text.ts';
import type { ViewBuilder } from './view-builder.ts';

/**
 * Makes the module call `callee(id, fn)`, which must return the function: for declarations before anything else, for
 * expressions in place, for methods when the class is evaluated.
 * @param options.withSelf Static members that use `this` hand their class over, too.
 */
export function markFunction(
  builder: ViewBuilder,
  fn: DirectiveFunction,
  callee: string,
  { withSelf = false }: { withSelf?: boolean } = {},
): void {
  const { edits } = builder;
  const owner = withSelf && fn.usesSelf ? staticOwner(fn.node) : null;
  const self = owner ? `, this, ${quote(valueName(owner))}` : '';
  switch (fn.form) {
    case 'declaration':
      builder.nameDeclaration(fn);
      return builder.openBlockOf(fn, markDeclaration(builder, fn, callee));
    case 'class-method':
    case 'class-getter':
      return edits.insert(fn.node.span.end, ` static { ${callee}(${quote(fn.id)}, ${memberFunction(fn)}${self}); }`);
    default: {
      const { before, after } = markAffixes(builder, fn, callee);
      return edits.wrap(fn.node.span, before, self ? `${after.slice(0, -1)}${self})` : after);
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
 * Registers each class that has an id, when it is evaluated: on all sides, so that they know the same. Where no step
 * runs, none is called by its class.
 */
export function registerClasses(builder: ViewBuilder, view: 'client' | 'application' | 'workflow'): void {
  const { classes, calledClasses } = builder.analysis;
  for (const { classId, node } of view === 'client' ? classes : [...classes, ...calledClasses]) {
    if (builder.edits.isGone(node.span)) continue;
    const call = `${builder.importRegistering('registerClass')}(${quote(classId)}, `;
    const block = `static { ${call}this, ${quote(valueName(node))}); }`;
    const last = children(node, 'body').at(-1);
    // The member before may be a field that ends without a semicolon.
    if (last) builder.edits.insert(last.span.end, `; ${block}`);
    else builder.edits.insert(node.span.end - 1, ` ${block} `);
    const name = replaceableName(node);
    if (name) builder.edits.insert(node.span.end, ` ${call}${name});`);
  }
}

/** The name of a declared class in whose place its decorators may put another one. */
function replaceableName(node: Node): string | null {
  const name = node.type === 'ClassDeclaration' ? child(node, 'identifier') : null;
  return name && children(node, 'decorators').length > 0 ? text(name) : null;
}
