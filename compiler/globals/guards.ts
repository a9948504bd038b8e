/** Finds code that tests whether a global exists before it uses it. */
import { type Node, child, effectiveParent, parentOf, statements, staticKey, text } from '../ast.ts';
import { codeOutsideFunctions } from '../walk-code.ts';
import { referenceOf } from '../analyze/scope.ts';
import { SANDBOX_GLOBALS } from '../../runtime/contract/sandbox-globals.ts';
import { type BoundCode, declaredValues } from './bound-code.ts';

/** A guard that counts. */
interface Guard {
  /** The global; `null`: only tests for globals that workflow code has count. */
  name: string | null;
  /** Whether a `try` around the use is enough, because a missing global throws at once. */
  byTry: boolean;
}

/** Whether code runs only where a global exists. */
export function isGuarded(code: BoundCode, node: Node, { name, byTry }: Guard): boolean {
  let inner = node;
  for (let at = parentOf(node); at; inner = at, at = parentOf(at)) {
    if (testsBefore(at, inner).some((test) => asksFor(code, test, name))) return true;
    if (byTry && at.type === 'TryStatement' && child(at, 'block') === inner && child(at, 'handler')) return true;
  }
  return false;
}

/** True where code only tests a value, or extends it. */
export function isOnlyLookedAt(node: Node): boolean {
  const { parent, inner } = effectiveParent(node);
  switch (parent?.type) {
    case 'UnaryExpression':
      return ['typeof', '!', 'void'].includes(String(parent['operator']));
    case 'BinaryExpression':
      return LOOKS.has(String(parent['operator'])) || (isLogical(parent) && child(parent, 'left') === inner);
    case 'IfStatement':
    case 'ConditionalExpression':
      return child(parent, 'test') === inner;
    case 'ClassDeclaration':
    case 'ClassExpression':
      return child(parent, 'superClass') === inner;
    default:
      return parent?.type === 'ExpressionStatement';
  }
}

const LOOKS = new Set(['===', '!==', '==', '!=', 'instanceof', 'in']);

const isLogical = ({ operator }: Node): boolean => ['&&', '||', '??'].includes(String(operator));

/** The tests that run before a part of a statement or expression. */
function testsBefore(node: Node, inner: Node): Node[] {
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement': {
      const test = child(node, 'test')!;
      return test === inner ? [] : [test];
    }
    case 'BinaryExpression':
      return isLogical(node) && child(node, 'right') === inner ? [child(node, 'left')!] : [];
    case 'SwitchStatement':
      return [child(node, 'discriminant')!];
    case 'BlockStatement':
    case 'FunctionBody':
      return statements(node).flatMap((statement) => (isExitAbove(statement, inner) ? child(statement, 'test')! : []));
    default:
      return [];
  }
}

/** `if (…) return;` above a statement. */
function isExitAbove(statement: Node, inner: Node): boolean {
  if (statement.type !== 'IfStatement' || statement.span.end > inner.span.start) return false;
  const branch = child(statement, 'consequent')!;
  const last = branch.type === 'BlockStatement' ? statements(branch).at(-1) : branch;
  return last !== undefined && EXITS.has(last.type);
}

const EXITS = new Set(['ReturnStatement', 'ThrowStatement', 'BreakStatement', 'ContinueStatement']);

/** True when a test mentions a global, directly or through a constant or function that holds the answer. */
function asksFor(code: BoundCode, test: Node, name: Guard['name'], isAnswer = false): boolean {
  return codeOutsideFunctions(test).some((node) => {
    if (node.type === 'UnaryExpression') return asksForPresent(node);
    if (name === null) return false;
    if (node.type === 'StringLiteral') return text(node) === name;
    if (node.type === 'MemberExpression') return staticKey(child(node, 'property')) === name;
    if (node.type !== 'Identifier') return false;
    if (text(node) === name) return true;
    return !isAnswer && declaredValues(node).some((value) => asksFor(code, value, name, true));
  });
}

/** `typeof atob`: the sandbox has it, so the branch for its absence never runs. */
function asksForPresent({ operator, argument }: Node): boolean {
  const asked = operator === 'typeof' ? (argument as Node) : null;
  return asked?.type === 'Identifier' && PRESENT_GLOBALS.has(text(asked)) && !referenceOf(asked)?.binding;
}

/** The globals that workflow code has. */
export const PRESENT_GLOBALS: ReadonlySet<string> = new Set(
  SANDBOX_GLOBALS.filter(({ kind }) => kind !== 'absent' && kind !== 'forbidden').flatMap(({ names }) => names),
);
