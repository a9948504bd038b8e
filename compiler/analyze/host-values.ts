/** Which parts of a value are made on the host, and which in the workflow. */
import { type Node, child, children, contains, isFunction, text, unwrap } from '../ast.ts';
import { codeOutsideFunctions } from '../walk-code.ts';
import { contextUses, outerPrivateName } from './function-place.ts';
import type { DirectiveFunction } from './module-analysis.ts';
import { type Binding, type ModuleBindings, type Reference, functionOf, referenceOf } from './scope.ts';

const LITERAL = /^(?:String|Numeric|Boolean|Null|BigInt|RegExp)Literal$/;
const WAITS = new Set(['AwaitExpression', 'YieldExpression']);
const LOGICAL = new Set(['&&', '||', '??']);

/** Made with names of the workflow, these are still values of the host: `openai(name)`. Others are texts, or what a name holds. */
const MADE_ON_HOST = new Set([
  'CallExpression',
  'Identifier',
  'MemberExpression',
  'NewExpression',
  'ObjectExpression',
  'OptionalChainingExpression',
  'TaggedTemplateExpression',
]);

interface Context {
  bindings: ModuleBindings;
  /** All with a directive. */
  functions: readonly DirectiveFunction[];
}

/** Answers for one module. */
export class HostValues {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  /** The parts of a property of an object that hosts make: the property itself for a method and a shorthand. */
  in(property: Node): Node[] {
    return this.#partsOf(child(property, 'value') ?? property);
  }

  #partsOf(outer: Node): Node[] {
    const node = unwrap(outer);
    if (isConstant(node)) return [];
    const canMove = this.#canMove(node);
    if (canMove && !this.#usesLocals(node)) return this.#isOfWorkflow(node) ? [] : [outer];
    const choice = choiceOf(node);
    const isDecidedHere = choice !== null && this.#partsOf(choice.test).length === 0;
    if (isDecidedHere) return choice.values.flatMap((value) => this.#partsOf(value));
    return canMove && (choice || this.#isMadeOnHost(node)) ? [outer] : [];
  }

  /** Of code with names of the workflow. */
  #isMadeOnHost(node: Node): boolean {
    if (isFunction(node)) return true;
    if (node.type === 'ArrayExpression') return children(node, 'elements').some((one) => this.#partsOf(one).length > 0);
    return MADE_ON_HOST.has(node.type) && !this.#isOfWorkflow(node);
  }

  /** What waits happens in the workflow, and so does what belongs to the function around it. */
  #canMove(node: Node): boolean {
    const { bindings, functions } = this.#context;
    if (functions.some((fn) => contains(node.span, fn.node.span))) return false;
    if (codeOutsideFunctions(node).some(({ type }) => WAITS.has(type)) || outerPrivateName(node)) return false;
    const { own, outer } = contextUses(node, bindings);
    const isOfObject = node.type === 'MethodProperty' && own.some(({ name }) => name === 'super');
    return !isOfObject && outer.every(({ name }) => name === 'this');
  }

  #usesLocals(node: Node): boolean {
    const { bindings } = this.#context;
    const isLocal = ({ binding }: Reference): boolean =>
      binding !== null && binding.scope !== bindings.root && !contains(node.span, binding.scope.node.span);
    const uses = bindings.references.filter((reference) => contains(node.span, reference.node.span));
    return uses.some(isLocal) || contextUses(node, bindings).outer.length > 0;
  }

  /** `options.model` and `this.model` are known at run time; a step is passed on as it is. */
  #isOfWorkflow(node: Node): boolean {
    const root = rootOf(node);
    if (root.type === 'ThisExpression') return true;
    const binding = referenceOf(root)?.binding;
    if (!binding) return false;
    const fn = functionOf(binding);
    if (fn && this.#context.functions.some((one) => one.node === fn)) return true;
    const isLocal = binding.scope !== this.#context.bindings.root && !contains(node.span, binding.scope.node.span);
    // A plain function never crosses, so it goes along as a whole; what is made by calling it may be anything.
    return isLocal ? !(fn && root === node) : isChanged(binding);
  }
}

/** Runs change what belongs to their module, and each of them has its own. */
const isChanged = ({ references }: Binding): boolean => references.some(({ writes }) => writes);

/** A text, or another value that is the same everywhere. */
function isConstant(node: Node): boolean {
  if (node.type === 'TemplateLiteral') return children(node, 'expressions').length === 0;
  return LITERAL.test(node.type) || (node.type === 'Identifier' && text(node) === 'undefined');
}

/** What decides between values, which may be one of them itself, and the others. */
function choiceOf(node: Node): { test: Node; values: Node[] } | null {
  if (node.type === 'ConditionalExpression') {
    return { test: child(node, 'test')!, values: [child(node, 'consequent')!, child(node, 'alternate')!] };
  }
  const isLogical = node.type === 'BinaryExpression' && LOGICAL.has(String(node['operator']));
  return isLogical ? { test: child(node, 'left')!, values: [child(node, 'right')!] } : null;
}

/** Where the subject of each kind of expression is. */
const SUBJECTS = ['callee', 'object', 'base', 'tag'];

/** `openai` in `openai.responses('gpt-5')`. */
function rootOf(expression: Node): Node {
  const node = unwrap(expression);
  const subject = SUBJECTS.map((field) => child(node, field)).find((inner) => inner !== null);
  return subject ? rootOf(subject) : node;
}
