/** Code outside the bundle: loaded by a path that is known only at run time, or created from text. */
import { type Node, child, children, parentOf, text } from '../../../../compiler/ast.ts';
import type { CodePart } from '../../reach/module-code.ts';
import { codeInside } from '../../../../compiler/walk-code.ts';
import type { Hazard } from './hazards.ts';
import { sandboxError } from './messages.ts';

/** The hazards of one part: `import()` of a computed path, and `Function`. */
export function dynamicHazards(part: CodePart): Hazard[] {
  return [...unknownImports(part), ...textFunctions(part)];
}

function unknownImports({ file, unit, isOfStep }: CodePart): Hazard[] {
  if (!/\bimport\s*\(/.test(file.source.code)) return [];
  return codeInside(unit.node, isOfStep).flatMap((node): Hazard[] => {
    if (node.type !== 'CallExpression' || child(node, 'callee')!.type !== 'Import') return [];
    const specifier = children(node, 'arguments')[0];
    if (!specifier || specifier.type === 'StringLiteral' || isPlainTemplate(specifier)) return [];
    return [
      {
        node,
        span: node.span,
        subject: 'a module that is known only at run time',
        import: null,
        toError: () => sandboxError('sandbox_import_dynamic', {}),
        fixes: () => [],
      },
    ];
  });
}

function isPlainTemplate(node: Node): boolean {
  return node.type === 'TemplateLiteral' && children(node, 'expressions').length === 0;
}

/** `new Function('…')` and `Function('…')`. */
function textFunctions({ references }: CodePart): Hazard[] {
  return references.flatMap(({ name, binding, node }): Hazard[] => {
    if (name !== 'Function' || binding) return [];
    const call = parentOf(node);
    const isCalled = call?.type === 'NewExpression' || call?.type === 'CallExpression';
    if (!isCalled || child(call, 'callee') !== node) return [];
    return [
      {
        node,
        span: call.span,
        subject: `"${text(node)}"`,
        import: null,
        toError: () => sandboxError('sandbox_text_evaluated', {}),
        fixes: () => [],
      },
    ];
  });
}
