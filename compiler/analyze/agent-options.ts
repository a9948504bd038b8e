/**
 * Finds the options of agents that only hosts can make: models, transforms, downloads. Each becomes a step that returns
 * the option's value, so that workflow code holds neither providers nor their keys.
 */
import {
  type Node,
  child,
  children,
  contains,
  isFunction,
  parentOf,
  staticKey,
  text,
  unwrap,
  importedName,
} from '../ast.ts';
import { unwrapChain } from '../globals/member-chain.ts';
import { isInNamespace } from './function-place.ts';
import type { DirectiveFunction } from './module-analysis.ts';
import { HostValues } from './host-values.ts';
import { returnedValues } from './returned-values.ts';
import { type ModuleBindings, type Scope, functionOf, referenceOf } from './scope.ts';

const AGENT_MODULE = 'workflow/agent';
const AGENT_CLASS = 'DurableAgent';

/** Every file that imports agents contains one of these texts: the cheap test before parsing. */
export const AGENT_TEXTS: readonly string[] = [`'${AGENT_MODULE}'`, `"${AGENT_MODULE}"`];

/** True when a file may make agents. It may be true without need, but is never false by mistake. */
export function mayMakeAgents(code: string): boolean {
  return AGENT_TEXTS.some((written) => code.includes(written));
}

/** Of a call of an agent. Nothing else has options of these names. */
const CALL_OPTIONS: readonly string[] = ['experimental_transform', 'experimental_download'];
const MODEL_OPTIONS: readonly string[] = ['model'];
const AGENT_OPTIONS: readonly string[] = [...MODEL_OPTIONS, ...CALL_OPTIONS];
/** An option whose value is an object with a model of its own. */
const COMPACTION = 'compaction';
/** A function that gives options for one call of the model. */
const PREPARE_STEP = 'prepareStep';
/** Of every text with an agent or with such an option. */
const MAY_HOLD_OPTIONS = new RegExp([AGENT_CLASS, PREPARE_STEP, ...CALL_OPTIONS].join('|'));

/** A value that moves to the host. */
export interface AgentOption {
  /** The value; of a method and of a shorthand the whole property. */
  node: Node;
  /** `model` */
  name: string;
  /** The options that it is one of. */
  object: Node;
  /** Where the value stands. */
  scope: Scope;
  /** False where the call may be of something else that has such options. */
  isCertain: boolean;
}

interface SearchInput {
  code: string;
  items: readonly Node[];
  bindings: ModuleBindings;
  /** All with a directive. */
  functions: readonly DirectiveFunction[];
}

/** In source order. Options inside a step, or inside another such value, are left out: they run on the host anyway. */
export function findAgentOptions(input: SearchInput): AgentOption[] {
  if (!MAY_HOLD_OPTIONS.test(input.code)) return [];
  const mayRunAgents = input.functions.length > 0 || input.items.some(isAgentImport);
  return mayRunAgents ? new OptionSearch(input).run() : [];
}

const isAgentImport = (item: Node): boolean =>
  item.type === 'ImportDeclaration' && text(child(item, 'source')!) === AGENT_MODULE;

class OptionSearch {
  readonly #input: SearchInput;
  readonly #values: HostValues;

  constructor(input: SearchInput) {
    const { bindings, functions } = input;
    this.#input = input;
    this.#values = new HostValues({ bindings, functions });
  }

  run(): AgentOption[] {
    const found: AgentOption[] = [];
    for (const call of this.#calls()) {
      for (const option of this.#optionsOf(call)) {
        if (!found.some(({ node }) => contains(node.span, option.node.span))) found.push(option);
      }
    }
    return found.sort((a, b) => a.node.span.start - b.node.span.start);
  }

  /** Outer ones before those that stand in them. */
  #calls(): Node[] {
    const { bindings, functions } = this.#input;
    const steps = functions.filter(({ kind }) => kind === 'step');
    const calls = bindings.nodes.ofAny(['NewExpression', 'CallExpression']);
    return calls.filter(({ span }) => !steps.some(({ node }) => contains(node.span, span)));
  }

  #optionsOf(call: Node): AgentOption[] {
    const names = this.#optionNames(call);
    const [first] = names.length > 0 ? children(call, 'arguments') : [];
    const object = first && unwrap(first);
    const scope = object?.type === 'ObjectExpression' ? this.#scopeOf(call) : null;
    if (!object || !scope || isInNamespace(scope)) return [];
    const isNew = call.type === 'NewExpression';
    const place = { scope, isCertain: isNew || this.#isInWorkflow(call) };
    const compaction = isNew ? objectOf(object, COMPACTION) : null;
    return [
      ...this.#optionsIn(object, names, place),
      ...(compaction ? this.#optionsIn(compaction, MODEL_OPTIONS, place) : []),
      ...this.#preparedSteps(object).flatMap((step) =>
        this.#optionsIn(step, MODEL_OPTIONS, { ...place, scope: this.#scopeOf(step) }),
      ),
    ];
  }

  /** The object literals that the function for single steps returns. A step is on the host itself. */
  #preparedSteps(options: Node): Node[] {
    const { functions } = this.#input;
    const property = children(options, 'properties').find((one) => keyOf(one) === PREPARE_STEP);
    const value = property && unwrap(child(property, 'value') ?? property);
    const binding = value && referenceOf(value)?.binding;
    const fn = binding ? functionOf(binding) : value;
    if (!fn || !isFunction(fn) || functions.some(({ node }) => node === fn)) return [];
    return returnedValues(this.#input, fn).flatMap(objectsIn);
  }

  #optionsIn(object: Node, names: readonly string[], place: Pick<AgentOption, 'scope' | 'isCertain'>): AgentOption[] {
    return children(object, 'properties').flatMap((property) => {
      const name = keyOf(property);
      if (name === null || !names.includes(name)) return [];
      return this.#values.in(property).map((node) => ({ node, name, object, ...place }));
    });
  }

  #optionNames(call: Node): readonly string[] {
    const callee = unwrapChain(child(call, 'callee')!);
    if (call.type === 'NewExpression') return this.#isAgentClass(callee) ? AGENT_OPTIONS : [];
    const isStream = callee.type === 'MemberExpression' && staticKey(child(callee, 'property')) === 'stream';
    return isStream ? CALL_OPTIONS : [];
  }

  /** `DurableAgent` by any name, or `agents.DurableAgent`. */
  #isAgentClass(callee: Node): boolean {
    const isMember = callee.type === 'MemberExpression';
    const name = isMember ? unwrap(child(callee, 'object')!) : callee;
    const specifier = referenceOf(name)?.binding?.declarations[0];
    const declaration = specifier && parentOf(specifier);
    if (!declaration || !isAgentImport(declaration)) return false;
    if (isMember) {
      const isAll = specifier.type === 'ImportNamespaceSpecifier';
      return isAll && staticKey(child(callee, 'property')) === AGENT_CLASS;
    }
    return importedName(specifier) === AGENT_CLASS;
  }

  /** Some name in the call tells; a call without any name takes nothing from around it. */
  #scopeOf(call: Node): Scope {
    const { references, root } = this.#input.bindings;
    let scope = references.find(({ node }) => contains(call.span, node.span))?.scope ?? root;
    while (scope.parent && contains(call.span, scope.node.span)) scope = scope.parent;
    return scope;
  }

  #isInWorkflow({ span }: Node): boolean {
    return this.#input.functions.some(({ kind, node }) => kind === 'workflow' && contains(node.span, span));
  }
}

/** The object literal that is the value of a property; `null` when there is none. */
function objectOf(object: Node, name: string): Node | null {
  const property = children(object, 'properties').find((one) => keyOf(one) === name);
  const written = property?.type === 'KeyValueProperty' ? child(property, 'value') : null;
  const value = written && unwrap(written);
  return value?.type === 'ObjectExpression' ? value : null;
}

/** The object literals that an expression may give. */
function objectsIn(expression: Node): Node[] {
  const node = unwrap(expression);
  if (node.type === 'ObjectExpression') return [node];
  if (node.type !== 'ConditionalExpression') return [];
  return [...objectsIn(child(node, 'consequent')!), ...objectsIn(child(node, 'alternate')!)];
}

/** The name of a property that holds a value. */
function keyOf(property: Node): string | null {
  if (property.type === 'Identifier') return text(property);
  const holdsValue = property.type === 'KeyValueProperty' || property.type === 'MethodProperty';
  return holdsValue ? staticKey(child(property, 'key')) : null;
}
