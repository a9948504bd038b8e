/** Draws the expressions that are more than their parts. */
import { type Node, child, children, isFunction, staticKey, unwrap } from '../ast.ts';
import type { DirectiveFunction } from '../analyze/module-analysis.ts';
import { LIST_CALLBACKS } from '../analyze/value-uses.ts';
import type { StepName, WorkflowId } from '../../runtime/contract/ids.ts';
import { type Target, readCall } from './call-targets.ts';
import type { Draw } from './draw-statements.ts';
import type { Drawing, NodeDetails } from './drawing.ts';
import type { Ends } from './sketch.ts';

const LOGICAL = new Set(['&&', '||', '??']);

/** Which edge of a condition leads to the right side. */
const GOES_ON: Readonly<Record<string, [onward: string, past: string]>> = {
  '&&': ['yes', 'no'],
  '||': ['no', 'yes'],
  '??': ['no', 'yes'],
};

/** How to draw each kind of expression that is more than its parts; of all others the parts are drawn in order. */
export const EXPRESSIONS: Readonly<Record<string, Draw>> = {
  CallExpression: drawCall,
  NewExpression: drawCall,
  Identifier: drawReference,
  MemberExpression(drawing, node, ends) {
    const target = drawing.targets.find(node);
    if (target?.kind === 'function') return drawFunction(drawing, target.of, node, ends);
    const object = child(node, 'object')!;
    // Reading a member is no call: `charge.maxRetries`.
    const before = unwrap(object).type === 'Identifier' ? ends : drawing.draw(object, ends);
    const property = child(node, 'property');
    return property?.type === 'Computed' ? drawing.drawChildren(property, before) : before;
  },
  KeyValueProperty: (drawing, node, ends) => drawing.draw(child(node, 'value'), ends),
  VariableDeclarator: (drawing, node, ends) => drawing.draw(child(node, 'init'), ends),
  AssignmentExpression: (drawing, node, ends) => drawing.draw(child(node, 'right'), ends),
  ClassDeclaration: (_drawing, _node, ends) => ends,
  ClassExpression: (_drawing, _node, ends) => ends,
  ConditionalExpression(drawing, node, ends) {
    const test = child(node, 'test')!;
    const before = drawing.draw(test, ends);
    return drawing.branch({ kind: 'condition', label: drawing.textOf(test) }, node, before, (id) => [
      ...drawing.draw(child(node, 'consequent'), [{ from: id, label: 'yes' }]),
      ...drawing.draw(child(node, 'alternate'), [{ from: id, label: 'no' }]),
    ]);
  },
  BinaryExpression(drawing, node, ends) {
    const operator = String(node['operator']);
    if (!LOGICAL.has(operator)) return drawing.drawChildren(node, ends);
    const left = child(node, 'left')!;
    const before = drawing.draw(left, ends);
    const [onward, past] = GOES_ON[operator]!;
    return drawing.branch({ kind: 'condition', label: drawing.textOf(left) }, node, before, (id) => [
      ...drawing.draw(child(node, 'right'), [{ from: id, label: onward }]),
      { from: id, label: past },
    ]);
  },
};

/** A step that is passed on may be called by its receiver, and so may a function. */
function drawReference(drawing: Drawing, node: Node, ends: Ends): Ends {
  const target = drawing.targets.find(node);
  return target?.kind === 'function' && target.of.kind === 'step' ? drawFunction(drawing, target.of, node, ends) : ends;
}

function drawCall(drawing: Drawing, node: Node, ends: Ends): Ends {
  const { callee, args } = readCall(node)!;
  const combined = combinator(drawing, callee);
  if (combined) return drawParallel(drawing, { node, label: combined, values: args[0] ?? null }, ends);
  const target = drawing.targets.find(callee);
  if (target?.kind === 'primitive') return drawPrimitive(drawing, { node, name: target.name, args }, ends);
  const repeats = callee.type === 'MemberExpression' && LIST_CALLBACKS.has(staticKey(child(callee, 'property')) ?? '');
  if (repeats && !target) return drawRepeated(drawing, { node, callee, args }, ends);
  const before = drawing.drawAll(
    args.filter((arg) => !isFunction(unwrap(arg))),
    drawCallee(drawing, callee, target, ends),
  );
  const called = target ? drawTarget(drawing, target, node, before) : before;
  return drawCallbacks(drawing, args, called);
}

function drawCallee(drawing: Drawing, callee: Node, target: Target | null, ends: Ends): Ends {
  return target ? ends : drawing.draw(callee, ends);
}

/** Functions that are handed to others are taken to be called there, once. */
function drawCallbacks(drawing: Drawing, args: readonly Node[], ends: Ends): Ends {
  return args
    .map((arg) => unwrap(arg))
    .filter(isFunction)
    .reduce<Ends>((after, fn) => drawing.drawBody(fn, after), ends);
}

function drawTarget(drawing: Drawing, target: Target, node: Node, ends: Ends): Ends {
  if (target.kind === 'function') return drawFunction(drawing, target.of, node, ends);
  return target.kind === 'local' ? drawing.drawBody(target.node, ends) : ends;
}

/** A workflow or a step, where it is called or handed on. */
export function drawFunction(drawing: Drawing, of: DirectiveFunction, node: Node, ends: Ends): Ends {
  return drawing.add(detailsOf(of), node, ends);
}

function detailsOf({ kind, path, id }: DirectiveFunction): NodeDetails {
  return kind === 'step'
    ? { kind, label: path, stepId: id as StepName }
    : { kind, label: path, workflowId: id as WorkflowId };
}

const HOOKS = new Set(['createHook', 'createWebhook']);

function drawPrimitive(drawing: Drawing, call: { node: Node; name: string; args: Node[] }, ends: Ends): Ends {
  const { node, name, args } = call;
  if (name === 'start') return drawChild(drawing, node, args, ends);
  const before = drawing.drawAll(args, ends);
  if (name === 'sleep') return drawing.add({ kind: 'sleep', label: drawing.textOf(node) }, node, before);
  if (HOOKS.has(name)) return drawing.add({ kind: 'hook', label: name }, node, before);
  if (name !== 'continueAs') return before;
  drawing.sketch.connect(
    before.map(({ from }) => ({ from, label: 'again' })),
    'start',
  );
  return [];
}

/** `start(workflow, [arguments])` inside a workflow. */
function drawChild(drawing: Drawing, node: Node, [workflow, ...others]: Node[], ends: Ends): Ends {
  const before = drawing.drawAll(others, ends);
  const target = workflow ? drawing.targets.find(workflow) : null;
  if (target?.kind === 'function') return drawFunction(drawing, target.of, node, before);
  return drawing.add({ kind: 'workflow', label: workflow ? drawing.textOf(workflow) : 'start' }, node, before);
}

const COMBINATORS = new Set(['all', 'allSettled', 'any', 'race']);

/** `Promise.all` for a callee that is it. */
function combinator(drawing: Drawing, callee: Node): string | null {
  if (callee.type !== 'MemberExpression') return null;
  const object = child(callee, 'object')!;
  const name = staticKey(child(callee, 'property')) ?? '';
  return drawing.targets.isGlobal(object, 'Promise') && COMBINATORS.has(name) ? `Promise.${name}` : null;
}

function drawParallel(
  drawing: Drawing,
  { node, label, values }: { node: Node; label: string; values: Node | null },
  ends: Ends,
): Ends {
  return drawing.branch({ kind: 'parallel', label }, node, ends, (id) => {
    const list = values && unwrap(values);
    if (list?.type !== 'ArrayExpression') return drawing.draw(list, [{ from: id }]);
    const branches = children(list, 'elements').map((element) => drawing.draw(element, [{ from: id }]));
    const drawn = branches.filter((branch) => branch.some(({ from }) => from !== id));
    return drawn.length > 0 ? drawn.flat() : [{ from: id }];
  });
}

function drawRepeated(
  drawing: Drawing,
  { node, callee, args }: { node: Node; callee: Node; args: Node[] },
  ends: Ends,
): Ends {
  const object = child(callee, 'object')!;
  const [callback, ...others] = args;
  const before = drawing.drawAll(others, drawing.draw(object, ends));
  return drawing.loop({ label: drawing.textOf(object), name: null, endless: false }, node, before, (each) => {
    const target = callback ? drawing.targets.find(callback) : null;
    return target ? drawTarget(drawing, target, callback!, each) : drawing.draw(callback ?? null, each);
  });
}
