/** Code outside the bundle: loaded by a path that is known only at run time. */
import { type Node, child, children } from '../../../../compiler/ast.ts';
import type { CodePart } from '../../reach/module-code.ts';
import { codeInside } from '../../../../compiler/walk-code.ts';
import type { Hazard } from './hazards.ts';
import { sandboxError } from './messages.ts';

/** The hazards of one part: `import()` of a computed path. */
export function dynamicHazards({ file, unit, isOfStep }: CodePart): Hazard[] {
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
