/** Promises of durable calls that code takes for their results: in texts, in sums, in conditions. */
import { type Node, child, children, parentOf, staticKey, text, unwrap, takerOf } from '../../../../compiler/ast.ts';
import { type CallSite, calledText } from '../../code/call-sites.ts';
import { usesOfValue } from '../../code/held-values.ts';
import { originOf } from '../../code/origins.ts';
import { canAwaitAt } from '../../code/surroundings.ts';
import { wrapText } from '../../edits/text-edits.ts';
import { type Finding, type QuickFix, createFinding } from '../../findings/finding.ts';
import type { Project, ProjectFile } from '../../project/project.ts';
import { durableCall, durableOrigin } from './durable-call.ts';
import { callError } from './messages.ts';

/** The places where code reads the promise of a durable call as if it was its result. */
export function checkPromiseValue(site: CallSite): Finding[] {
  const { project, file, contexts, node, callee, origin } = site;
  const places = isReadAsValue(project, file, node)
    ? durableOrigin(origin) || durableCall(project, file, node)
      ? [node]
      : []
    : usesAsValue(site);
  if (places.length === 0 || !contexts.isOnly(node, 'workflow')) return [];
  const error = callError('call_promise_as_value', { called: calledText(file.source.code, callee) });
  return places.map((place) => createFinding(file, place.span, error, { fixes: addAwait(file, place) }));
}

/** The uses of the variable that holds the promise. */
function usesAsValue({ project, file, node, origin }: CallSite): Node[] {
  if (!durableOrigin(origin)) return [];
  const uses = usesOfValue(file, node) ?? [];
  if (uses.some(({ writes }) => writes)) return [];
  return uses.map((use) => use.node).filter((use) => isReadAsValue(project, file, use));
}

function isReadAsValue(project: Project, file: ProjectFile, node: Node): boolean {
  const { taker, value } = takerOf(node);
  return Boolean(taker && READS[taker.type]?.(taker, { project, file, value }));
}

type Read = (taker: Node, given: { project: Project; file: ProjectFile; value: Node }) => boolean;

const isTest: Read = (taker, { value }) => child(taker, 'test') === value;

const READS: Readonly<Record<string, Read>> = {
  TemplateLiteral: (taker) => parentOf(taker)?.type !== 'TaggedTemplateExpression',
  BinaryExpression: (taker, given) => isCalculation(taker, given.value) || isCondition(taker, given),
  AssignmentExpression: (taker, { value }) =>
    child(taker, 'right') === value && /^[-+*/%&|^]=$/.test(text(taker, 'operator')),
  VariableDeclarator: (taker, { value }) => child(taker, 'init') === value && takesApart(child(taker, 'id')!),
  SpreadElement: (taker) => takerOf(taker).taker?.type === 'ObjectExpression',
  ArrayExpression: (taker, given) => isSpread(taker, given.value) || isPartOfText(taker, given),
  KeyValueProperty: (taker, given) => isPartOfText(taker, given),
  UnaryExpression: ({ operator }) => /^[!+~-]$/.test(String(operator)),
  IfStatement: isTest,
  WhileStatement: isTest,
  DoWhileStatement: isTest,
  ConditionalExpression: isTest,
  SwitchStatement: (taker, { value }) => child(taker, 'discriminant') === value,
  ForOfStatement: (taker, { value }) => !taker['await'] && child(taker, 'right') === value,
  MemberExpression: (taker, { value }) => child(taker, 'object') === value && isOfResult(taker),
  CallExpression: (taker, { project, file, value }) => isTakenAsValue(project, file, taker, value),
};

/** Promises can be compared with each other, but not with a value. */
function isCalculation(expression: Node, value: Node): boolean {
  const operator = text(expression, 'operator');
  if (/^(?:\+|-|\*{1,2}|\/|%|<=?|>=?)$/.test(operator)) return true;
  const other = child(expression, child(expression, 'left') === value ? 'right' : 'left')!;
  return /^[!=]==?$/.test(operator) && unwrap(other).type.endsWith('Literal');
}

/** `ready && charge()` where code asks for it. */
function isCondition(expression: Node, { project, file, value }: Parameters<Read>[1]): boolean {
  if (!/^(?:&&|\|\|)$/.test(text(expression, 'operator')) || child(expression, 'right') !== value) return false;
  const { taker, value: whole } = takerOf(expression);
  const isAsked = taker !== null && /^(?:If|While|DoWhile|Conditional|Unary|Binary)/.test(taker.type);
  return isAsked && Boolean(READS[taker.type]?.(taker, { project, file, value: whole }));
}

/** `const { total } = charge()`, `const [first] = load()`. */
function takesApart(pattern: Node): boolean {
  if (pattern.type === 'ArrayPattern') return true;
  if (pattern.type !== 'ObjectPattern') return false;
  return children(pattern, 'properties').some((property) => {
    const name = staticKey(child(property, 'key'));
    return name !== null && name !== '' && !(name in Promise.prototype);
  });
}

/** `[...load()]`. */
function isSpread(array: Node, value: Node): boolean {
  const elements = array['elements'] as ({ spread?: unknown; expression?: Node } | null)[];
  return elements.some((element) => element?.expression === value && Boolean(element.spread));
}

/** `JSON.stringify({ sent: send() })`: the text of a promise is `{}`. */
function isPartOfText(literal: Node, { project, file }: Parameters<Read>[1]): boolean {
  const { taker, value } = takerOf(literal.type === 'KeyValueProperty' ? parentOf(literal)! : literal);
  if (taker?.type === 'KeyValueProperty' || taker?.type === 'ArrayExpression')
    return isPartOfText(taker, { project, file, value });
  const origin = taker?.type === 'CallExpression' ? originOf(project, file, child(taker, 'callee')!) : null;
  return origin?.kind === 'global' && origin.path.join() === 'JSON,stringify';
}

/** Whether a member is none that every promise has. */
function isOfResult(member: Node): boolean {
  const name = staticKey(child(member, 'property'));
  return name !== null && name !== '' && !(name in Promise.prototype);
}

/** Functions that make a text or a number of what they get. */
const CONVERTERS =
  /^(?:String|Number|Boolean|BigInt|parseInt|parseFloat|isNaN|isFinite|encodeURI(?:Component)?|JSON,stringify|Array,from|Object,(?:keys|values|entries)|(?:console|Math|Number),\w+)$/;

function isTakenAsValue(project: Project, file: ProjectFile, call: Node, value: Node): boolean {
  if (!children(call, 'arguments').includes(value)) return false;
  const origin = originOf(project, file, child(call, 'callee')!);
  return origin?.kind === 'global' && CONVERTERS.test(origin.path.join());
}

function addAwait(file: ProjectFile, place: Node): QuickFix[] {
  if (!canAwaitAt(file, place)) return [];
  const { taker } = takerOf(place);
  const isOperand = taker?.type === 'MemberExpression' || taker?.type === 'BinaryExpression';
  const edits = wrapText(file, place.span, isOperand ? ['(await ', ')'] : ['await ', '']);
  return [{ title: 'Add "await"', edits, isForAll: false }];
}
