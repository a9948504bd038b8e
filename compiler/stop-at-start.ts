/** Makes a debugger stop where a workflow begins. */
import { type Node, child, children, isBlock, text, unwrap } from './ast.ts';
import { createSourceFile } from './diagnostics.ts';
import { parseModule } from './parse-module.ts';
import { codeInside } from './walk-code.ts';

const STATEMENT = 'debugger;';

/**
 * Puts a stop for debuggers at the beginning of a workflow, in the code of a bundle. No line moves. A workflow that is
 * not found, as one without a body, gets none: breakpoints still work.
 * @param code As `workflow build` writes it.
 */
export function stopAtStart(code: string, workflowId: string): string {
  const items = parseModule(createSourceFile({ path: 'bundle.js', name: 'bundle.js', code }));
  const nodes = items.flatMap((item) => codeInside(item));
  const call = nodes.find((node) => isRegistration(node, workflowId));
  const body = call && bodyOf(nodes, argumentOf(call, 1)!);
  if (!body || !isBlock(body)) return code;
  const at = body.span.start + 1;
  return code.slice(0, at) + STATEMENT + code.slice(at);
}

const argumentOf = (call: Node, index: number): Node | null => {
  const argument = children(call, 'arguments')[index];
  return argument ? unwrap(child(argument, 'expression') ?? argument) : null;
};

function isRegistration(node: Node, workflowId: string): boolean {
  if (node.type !== 'CallExpression' || text(child(node, 'callee')!) !== 'registerWorkflow') return false;
  const id = argumentOf(node, 0);
  return id?.type === 'StringLiteral' && text(id) === workflowId;
}

/** The views write a workflow as a name, as `{ name: async () => {} }.name`, or in its class as `this.name`. */
function bodyOf(nodes: readonly Node[], value: Node): Node | null {
  if (value.type === 'Identifier') {
    const declared = nodes.find(
      (node) => node.type === 'FunctionDeclaration' && text(child(node, 'identifier')!) === text(value),
    );
    return declared ? child(declared, 'body') : null;
  }
  if (value.type !== 'MemberExpression') return null;
  const name = text(child(value, 'property')!);
  const made = unwrap(child(value, 'object')!);
  const owned = made.type === 'ThisExpression' ? methodsAround(nodes, value) : children(made, 'properties');
  const found = owned.find((node) => text(child(node, 'key') ?? node) === name);
  if (!found) return null;
  const held = child(found, 'function') ?? child(found, 'value') ?? found;
  return child(unwrap(held), 'body');
}

/** The members of the class whose static block holds a node. */
function methodsAround(nodes: readonly Node[], { span }: Node): Node[] {
  const isAround = (node: Node): boolean => node.span.start <= span.start && node.span.end >= span.end;
  const around = nodes.findLast(
    (node) => node.type.startsWith('Class') && children(node, 'body').length > 0 && isAround(node),
  );
  return around ? children(around, 'body') : [];
}
