/**
 * Follows a value through a function: by other names, loops, callbacks of arrays, functions of the same file, and
 * methods that give a part of it. Tells what is changed in it, and what else happens to it.
 */
import { type Node, child, children, effectiveParent, isFunction, parentOf, staticKey, takerOf, text } from '../ast.ts';
import { expressionPath } from '../globals/global-paths.ts';
import { patternNames } from './pattern-names.ts';
import { type Binding, functionOf, type ModuleBindings, type Reference, referenceOf } from './scope.ts';
import { isTarget, LIST_CALLBACKS, type MemberNames } from './value-uses.ts';

/** A place where a value, or a part of it, is used. */
export interface FlowPlace {
  node: Node;
  /** The place in the function that is followed: `node`, or the call that leads to it. */
  outer: Node;
  /** The way to the part, as far as it is known. */
  members: MemberNames;
  /** A method of a list gives its items to a function, which is followed: nothing else is read. */
  isWalk?: true;
}

/** A change of a value, or of a part of it. */
export interface FlowChange extends FlowPlace {
  /** Whether code takes what the change itself gives. */
  isUsed: boolean;
}

/** The changes and reads of a value. */
export interface ValueFlow {
  readonly changes: readonly FlowChange[];
  readonly reads: readonly FlowPlace[];
  /** Items that a function compares for their order. They are none of {@link reads}: what is sorted may be lost. */
  readonly compared: readonly FlowPlace[];
  /** The whole value goes somewhere else, where its changes may be seen. */
  readonly escapes: boolean;
}

/** A name, or `this`. */
type Use = Pick<Reference, 'node'> & Partial<Pick<Reference, 'writes'>>;

/** Follows the value that names hold. @param marked The functions that run elsewhere: with directives. */
export function followValue(
  references: readonly Use[],
  bindings: ModuleBindings,
  marked: ReadonlySet<Node>,
): ValueFlow {
  const follower = new Follower(bindings, marked);
  follower.names(references, WHOLE);
  return follower;
}

/** The value that a name of a parameter holds. */
export interface ParameterFlow {
  name: string;
  /** The way from the argument to what the name holds. */
  members: MemberNames;
  flow: ValueFlow;
}

/** Follows the values of the names of a parameter. */
export function followParameter(param: Node, bindings: ModuleBindings, marked: ReadonlySet<Node>): ParameterFlow[] {
  return patternNames(child(param, 'pat') ?? param).map(({ name, members, isRest }) => {
    const flow = new Follower(bindings, marked);
    flow.names(usesOf(bindings, param, name), isRest ? copyOf(WHOLE) : WHOLE);
    return { name, members, flow };
  });
}

/** Whether one of two parts of a value may be the other, or in it. A key that is not known is any but `length`. */
export function mayOverlap(one: MemberNames, other: MemberNames): boolean {
  const isSame = (key: string | null, at: number): boolean => {
    const theirs = other[at]!;
    return key === theirs || ((key === null || theirs === null) && key !== 'length' && theirs !== 'length');
  };
  return one.slice(0, other.length).every(isSame);
}

/** A part that is followed. */
interface Part {
  /** The way to it. */
  members: MemberNames;
  /** How much of the way is copied: what is changed there is no change of the value. */
  copied: number;
}

const WHOLE: Part = { members: [], copied: -1 };

const below = ({ members, copied }: Part, ...keys: MemberNames): Part => ({ members: [...members, ...keys], copied });

const copyOf = ({ members }: Part): Part => ({ members, copied: members.length });

/** Methods of arrays that give the array itself. */
const GIVES_ITSELF = new Set(['sort', 'reverse', 'fill', 'copyWithin']);
const SORTS = new Set(['sort', 'toSorted']);
/** Methods that are called for their result as well as for the change. */
const CHANGES_ARRAY = new Set([...GIVES_ITSELF, 'push', 'pop', 'shift', 'unshift', 'splice']);
/** Methods that change their object, where they are a statement: `total.add(1)` may give another total. */
const CHANGES_AS_STATEMENT = new Set(['set', 'add', 'delete', 'clear', 'abort']);
/** Methods that give something in a collection, and those that give a new one of the same. */
const GIVES_PART = new Set(['at', 'find', 'findLast', 'get']);
const GIVES_COPY = new Set('concat entries filter flat slice toReversed toSorted values with'.split(' '));
/** Methods that give a list of what they are given gives. */
const MAPS = new Set(['map', 'flatMap']);
const OBJECT_PARTS = /^Object\.(?:values|entries)$/;
const CHANGING_CALLS =
  /^(?:Object\.assign|(?:Object|Reflect)\.definePropert(?:y|ies)|Reflect\.(?:set|deleteProperty))$/;

interface EnteredCall {
  fn: Node;
  call: Node;
  /** Whether the call gives what the function gives, a list of that, something of its own, or nothing. */
  gives: 'result' | 'list' | 'other' | 'nothing';
}

class Follower implements ValueFlow {
  readonly changes: FlowChange[] = [];
  readonly reads: FlowPlace[] = [];
  readonly compared: FlowPlace[] = [];
  escapes = false;
  readonly #bindings: ModuleBindings;
  readonly #marked: ReadonlySet<Node>;
  /** The declarations, variables and changes that were followed. */
  readonly #seen = new Set<Node | Binding>();
  /** The functions that are followed, the outer ones first, and the calls that lead to them. */
  readonly #calls: EnteredCall[] = [];

  constructor(bindings: ModuleBindings, marked: ReadonlySet<Node>) {
    this.#bindings = bindings;
    this.#marked = marked;
  }

  names(references: readonly Use[], part: Part): void {
    for (const { node, writes } of references) {
      if (writes) this.#read(node, below(part, null));
      else this.#follow(node, part);
    }
  }

  #follow(node: Node, part: Part): void {
    const { taker, value } = takerOf(node);
    if (!taker) return this.#read(node, part);
    if (taker.type === 'MemberExpression' && child(taker, 'object') === value) return this.#member(taker, part);
    if (part.members.length > 0 && isTarget(taker, value)) return this.#change(taker, part, 1);
    const argument = taker.type === 'CallExpression' ? children(taker, 'arguments').indexOf(value) : -1;
    if (argument >= 0) return this.#argument(taker, argument, { value, part });
    if (isPassedOn(taker, value)) return this.#follow(taker, part);
    if (taker.type === 'ForInStatement' && child(taker, 'right') === value)
      return this.#read(node, below(part, 'length'));
    if (!this.#isHeld(taker, value, part)) this.#read(node, part);
  }

  #read(node: Node, part: Part, isWalk = false): void {
    const inner = this.#calls.at(-1);
    if (inner && isGiven(node, inner.fn)) {
      if (inner.gives === 'nothing' || isStatement(inner.call)) return;
      if (inner.gives !== 'other') return this.#leave(inner, part);
    }
    const { members, copied } = part;
    this.reads.push({ node, outer: this.#calls[0]?.call ?? node, members, ...(isWalk && { isWalk }) });
    const isAll = members.length === 0 && copied < 0;
    this.escapes ||= isAll || this.#isLater(node);
  }

  /** Goes on with the result of the call that led here. */
  #leave(inner: EnteredCall, part: Part): void {
    this.#calls.pop();
    this.#follow(inner.call, inner.gives === 'list' ? copyOf(part) : part);
    this.#calls.push(inner);
  }

  #member(member: Node, part: Part): void {
    const key = staticKey(child(member, 'property'));
    const { taker: call, value } = takerOf(member);
    const isCalled = call?.type === 'CallExpression' && child(call, 'callee') === value;
    if (!isCalled || key === null) return this.#follow(member, below(part, key));
    if (SORTS.has(key) && children(call, 'arguments').length > 0)
      this.compared.push({ node: member, outer: this.#calls[0]?.call ?? member, members: below(part, null).members });
    if (CHANGES_ARRAY.has(key) || (CHANGES_AS_STATEMENT.has(key) && isStatement(call)))
      return this.#change(call, part, 0, GIVES_ITSELF.has(key));
    // `reduce` gives its function something else first.
    const isCalledWith = LIST_CALLBACKS.has(key) && !key.startsWith('reduce');
    const callback = isCalledWith ? children(call, 'arguments')[0] : undefined;
    const gives = key === 'forEach' ? 'nothing' : MAPS.has(key) ? 'list' : 'other';
    const isEntered =
      callback !== undefined && this.#enter(callback, { call, gives }, { index: 0, part: below(part, null) });
    if (GIVES_PART.has(key)) return this.#follow(call, below(part, null));
    if (GIVES_COPY.has(key)) return this.#follow(call, copyOf(part));
    // A method may read all of its object.
    if (!isEntered || !isStatement(call))
      this.#read(member, part.members.length === 0 ? below(part, null) : part, isEntered);
  }

  /**
   * @param depth How many of the members lie in what is changed: one for an assignment.
   * @param isGiven Whether the changed value is what the code gives.
   */
  #change(node: Node, part: Part, depth: number, isGiven = true): void {
    if (this.#seen.has(node)) return;
    this.#seen.add(node);
    const known = this.reads.length;
    if (isGiven && !isStatement(node)) this.#follow(node, part);
    const isUsed = this.reads.length > known;
    const { members, copied } = part;
    if (members.length - depth > copied)
      this.changes.push({ node, outer: this.#calls[0]?.call ?? node, members, isUsed });
  }

  #argument(call: Node, index: number, { value, part }: { value: Node; part: Part }): void {
    const name = expressionPath(child(call, 'callee')!) ?? '';
    if (index === 0 && CHANGING_CALLS.test(name)) return this.#change(call, part, 0, name === 'Object.assign');
    if (index === 0 && OBJECT_PARTS.test(name)) return this.#follow(call, copyOf(part));
    const isEntered = this.#enter(child(call, 'callee')!, { call, gives: 'result' }, { index, part });
    if (!isEntered) this.#read(value, part);
  }

  /** Follows a parameter of a function of this file. @returns `false` when the function is not known. */
  #enter(callee: Node, call: Omit<EnteredCall, 'fn'>, { index, part }: { index: number; part: Part }): boolean {
    const binding = referenceOf(callee)?.binding;
    const fn = isFunction(callee) ? callee : binding ? functionOf(binding) : null;
    const param = fn && children(fn, 'params')[index];
    if (!param || this.#marked.has(fn) || this.#calls.some((one) => one.fn === fn)) return false;
    this.#calls.push({ fn, ...call });
    this.#declared(param, child(param, 'pat') ?? param, part);
    this.#calls.pop();
    return true;
  }

  /** Follows the names that get the value: `const [first] = order.items`, `item = order.items[0]`, `for (… of …)`. */
  #isHeld(taker: Node, value: Node, part: Part): boolean {
    const isIterated = taker.type === 'ForOfStatement' && child(taker, 'right') === value;
    const [looped] = isIterated ? children(child(taker, 'left')!, 'declarations') : [];
    const isInitial = taker.type === 'VariableDeclarator' && child(taker, 'init') === value;
    const declarator = isInitial ? taker : looped;
    if (declarator) {
      this.#declared(declarator, child(declarator, 'id')!, isIterated ? below(part, null) : part);
      return true;
    }
    if (taker.type !== 'AssignmentExpression' || child(taker, 'right') !== value) return false;
    const binding = referenceOf(child(taker, 'left')!)?.binding;
    if (binding?.kind !== 'variable' || binding.scope.kind === 'module') return false;
    if (this.#seen.has(binding)) return true;
    this.#seen.add(binding);
    const uses = binding.references.filter(({ writes }) => !writes);
    this.names(uses, part);
    return true;
  }

  /** Follows the names of a pattern. */
  #declared(declaration: Node, pattern: Node, part: Part): void {
    if (this.#seen.has(declaration)) return;
    this.#seen.add(declaration);
    for (const { name, members, isRest } of patternNames(pattern)) {
      const inside = below(part, ...members);
      this.names(usesOf(this.#bindings, declaration, name), isRest ? copyOf(inside) : inside);
    }
  }

  /** Whether a node is in a function that runs at another time. */
  #isLater(node: Node): boolean {
    let at = parentOf(node);
    while (at && (!isFunction(at) || isCalledAtOnce(at))) at = parentOf(at);
    return at !== undefined && !this.#marked.has(at) && !this.#calls.some(({ fn }) => fn === at);
  }
}

/** `ids.some((id) => …)` */
function isCalledAtOnce(fn: Node): boolean {
  const call = parentOf(fn);
  const callee = call?.type === 'CallExpression' ? child(call, 'callee')! : null;
  const method = callee?.type === 'MemberExpression' ? (staticKey(child(callee, 'property')) ?? '') : '';
  return LIST_CALLBACKS.has(method) || method === 'sort' || method === 'toSorted';
}

function usesOf({ references }: ModuleBindings, declaration: Node, name: string): Reference[] {
  return references.filter((one) => one.name === name && one.binding?.declarations.includes(declaration));
}

const isStatement = (node: Node): boolean => takerOf(node).taker?.type === 'ExpressionStatement';

/** `value` in `(c ? value : b)`, `a ?? value`, and the operand of `await`. */
function isPassedOn(taker: Node, value: Node): boolean {
  if (taker.type === 'ConditionalExpression') return child(taker, 'test') !== value;
  if (taker.type === 'AwaitExpression') return true;
  return taker.type === 'BinaryExpression' && /^(?:\|\||&&|\?\?)$/.test(text(taker, 'operator'));
}

/** Whether a function gives a value: by `return`, or as the expression of an arrow. */
function isGiven(node: Node, fn: Node): boolean {
  const { parent, inner } = effectiveParent(node);
  return parent?.type === 'ReturnStatement' || (parent === fn && child(fn, 'body') === inner);
}
