/** Offers to move the code around a place that workflow code must not have into a new step. */
import type { Binding } from '../../../compiler/analyze/scope.ts';
import {
  type Node,
  child,
  children,
  contains,
  effectiveParent,
  isTransparent,
  parentOf,
  staticKey,
  text,
  unwrap,
} from '../../../compiler/ast.ts';
import { canAwaitAt, directiveAround, functionAround } from '../code/surroundings.ts';
import type { QuickFix } from '../findings/finding.ts';
import type { Project, ProjectFile } from '../project/project.ts';
import { type Extraction, extractionEdit, readExtraction } from './extract-step.ts';
import type { Selection } from './selection.ts';

/**
 * The fix for a place in a workflow. None when a step cannot run the code there, or would give no data. Its edits are
 * made when somebody wants them, because they ask for types.
 */
export function extractFixes(project: Project, file: ProjectFile, place: Node): QuickFix[] {
  const extraction = extractionsAround(project, file, place).find((one) => givesData(project, file, one));
  if (!extraction) return [];
  const fix: QuickFix = {
    title: 'Extract to a step',
    isForAll: false,
    get edits() {
      return extractionEdit(project, file, { ...extraction, name: stepName(place) }).edits;
    },
  };
  return [fix];
}

/** The code that can move, the best first. */
function extractionsAround(project: Project, file: ProjectFile, place: Node): Extraction[] {
  if (directiveAround(file, place)?.kind !== 'workflow') return [];
  return selectionsAround(file, place).flatMap((selection) => readExtraction(project, file, selection) ?? []);
}

function selectionsAround(file: ProjectFile, place: Node): Selection[] {
  const outer = awaitableAround(file, place);
  if (!outer) return [];
  const values = valuesFrom(outer);
  const movable = values.some(isTarget) ? [] : values.filter((node) => !isCalled(node));
  const expressions = movable
    .toReversed()
    .map((node): Selection => ({ kind: 'expression', nodes: [node], span: node.span }));
  return [...expressions, ...statementsAround(file, outer)];
}

/** The place itself, or the call around it that gets the callback in which it stands: only there can code wait. */
function awaitableAround(file: ProjectFile, place: Node): Node | null {
  let at = place;
  while (!canAwaitAt(file, at)) {
    const fn = functionAround(at);
    if (!fn || file.directives.has(fn)) return null;
    const call = effectiveParent(fn).parent;
    if (!call || !/^(?:Call|New)Expression$/.test(call.type)) return null;
    at = call;
  }
  return at;
}

/** The calls, members and awaited values that begin with a node, the innermost first. */
function valuesFrom(node?: Node): Node[] {
  if (!node) return [];
  const values = isValue(node) ? [node] : [];
  for (let at = node, next = continuation(at); next; at = next, next = continuation(at)) {
    if (isValue(next)) values.push(next);
  }
  return values.length > 0 ? values : valuesFrom(...callWith(node));
}

/** The call that gets a function which is only named: it is what can move. */
function callWith(argument: Node): [Node] | [] {
  const { parent, inner } = effectiveParent(argument);
  return parent?.type === 'CallExpression' && children(parent, 'arguments').includes(inner) ? [parent] : [];
}

/** The expression that goes on with a value: reads a member, calls it, waits for it. */
function continuation(node: Node): Node | null {
  const parent = parentOf(node);
  if (!parent) return null;
  if (isTransparent(parent) || parent.type === 'AwaitExpression') return parent;
  if (parent.type === 'OptionalChainingExpression') return parent;
  const field = parent.type === 'MemberExpression' ? 'object' : 'callee';
  const isChain = /^(?:MemberExpression|CallExpression|NewExpression)$/.test(parent.type);
  return isChain && child(parent, field) === node ? parent : null;
}

function isValue({ type }: Node): boolean {
  return /^(?:MemberExpression|CallExpression|NewExpression|AwaitExpression)$/.test(type);
}

/** Whether an expression is changed, or stands where no other can. */
function isTarget(node: Node): boolean {
  const { parent, inner } = effectiveParent(node);
  switch (parent?.type) {
    case 'AssignmentExpression':
      return child(parent, 'left') === inner;
    case 'UnaryExpression':
      return /^(?:delete|typeof)$/.test(text(parent, 'operator'));
    case 'UpdateExpression':
    case 'TaggedTemplateExpression':
    case undefined:
      return true;
    default:
      return false;
  }
}

/** Whether a value is a method with the object that it belongs to. */
function isCalled(node: Node): boolean {
  const { parent, inner } = effectiveParent(node);
  return /^(?:Call|New)Expression$/.test(parent?.type ?? '') && child(parent!, 'callee') === inner;
}

const LISTS = ['stmts', 'consequent'];

/** The statement around an expression, with the statements behind it that use what it declares. */
function statementsAround(file: ProjectFile, node: Node): Selection[] {
  for (let at = node; ; at = parentOf(at)!) {
    const parent = parentOf(at);
    if (!parent) return [];
    const list = LISTS.map((name) => children(parent, name)).find((items) => items.includes(at));
    if (!list) continue;
    const uses = toStatements(withUses(file, list, list.indexOf(at)));
    return takesApart(at) ? [toStatements([at]), uses] : [uses];
  }
}

/** Whether a statement keeps only parts of a value: `const { size } = statSync(path)`. */
function takesApart(statement: Node): boolean {
  return children(statement, 'declarations').some((node) => child(node, 'id')?.type.endsWith('Pattern'));
}

function toStatements(nodes: readonly Node[]): Selection {
  return { kind: 'statements', nodes, span: { start: nodes[0]!.span.start, end: nodes.at(-1)!.span.end } };
}

/** The statements from one on, up to the last that uses a name which that one declares. */
function withUses({ bindings }: ProjectFile, list: readonly Node[], first: number): Node[] {
  const { span } = list[first]!;
  const isDeclared = ({ declarations }: Binding): boolean => declarations.some((node) => contains(span, node.span));
  const users = bindings.references
    .filter(({ binding }) => binding && isDeclared(binding))
    .map(({ node }) => list.findIndex((statement) => contains(statement.span, node.span)));
  return list.slice(first, Math.max(first, ...users) + 1);
}

/** Whether the result is data. Objects of Node, and functions, cannot leave a step. Unknown results count as data. */
function givesData({ types }: Project, file: ProjectFile, { selection }: Extraction): boolean {
  const [value] = selection.nodes;
  if (selection.kind === 'statements') return true;
  // Without types only the name tells constants from functions.
  if (!types) return value!.type !== 'MemberExpression' || !isFunctionName(file, value!);
  const [type] = types.types(file.source.path, [{ span: selection.span, of: 'awaited expression' }]);
  if (!type) return true;
  return !type.isCallable && !(type.kind === 'class' && type.origin === 'node' && type.name !== 'Buffer');
}

/** Whether a member of an imported module most likely is a function: constants have capital letters. */
function isFunctionName({ bindings }: ProjectFile, member: Node): boolean {
  const key = staticKey(child(member, 'property')) ?? '';
  let root = member;
  while (root.type === 'MemberExpression') root = unwrap(child(root, 'object')!);
  return bindings.root.bindings.get(text(root))?.kind === 'import' && !/^[A-Z][A-Z\d_]*$/.test(key);
}

/** The step's name, made of the function or member that it uses: `readFileStep` for `fs.promises.readFile(…)`. */
function stepName(place: Node): string {
  let name = text(place);
  for (let at = place; ;) {
    const { parent, inner } = effectiveParent(at);
    if (parent?.type !== 'MemberExpression' || child(parent, 'object') !== inner) break;
    const key = staticKey(child(parent, 'property'));
    if (key && /^[a-z]\w*$/.test(key)) name = key;
    at = parent;
  }
  const plain = unwrap(place).type === 'Identifier' && /^[a-z]\w*$/i.test(name) ? name : 'new';
  return `${plain[0]!.toLowerCase()}${plain.slice(1)}Step`;
}
