/**
 * The rule by which the workflow view keeps the units of a module: what other modules or workflows can reach without running a step.
 * Starts from exports, workflows and classes whose instances can come from steps, and follows names, but not into the code of
 * steps. A statement that declares nothing is kept when it may change something kept.
 */
import { type Node, child, children, contains, text, unwrap } from '../ast.ts';
import type { ModuleAnalysis } from '../analyze/module-analysis.ts';
import { type Binding, functionOf, referenceOf } from '../analyze/scope.ts';
import { ChangedValues } from './changed-values.ts';
import { findHostOptions } from './host-options.ts';
import type { ModuleUses, Unit } from './module-units.ts';

/** What the workflow view keeps of a module. */
export interface KeptUnits {
  kept: ReadonlySet<Unit>;
  /** The kept variables whose making registers a step: they are made even when nothing uses them. */
  registering: ReadonlySet<Unit>;
}

/** Decides for each unit of a module with directives. */
export function keepUnits(analysis: ModuleAnalysis, uses: ModuleUses): KeptUnits {
  const keeper = new Keeper(analysis, uses);
  keeper.run();
  return keeper;
}

class Keeper implements KeptUnits {
  readonly kept = new Set<Unit>();
  readonly registering = new Set<Unit>();
  readonly #analysis: ModuleAnalysis;
  readonly #uses: ModuleUses;
  readonly #changedValues: ChangedValues;
  /** Statements that are for the step view alone. */
  readonly #hostOptions: ReadonlySet<Node>;

  constructor(analysis: ModuleAnalysis, uses: ModuleUses) {
    this.#analysis = analysis;
    this.#uses = uses;
    this.#hostOptions = new Set(findHostOptions(analysis));
    this.#changedValues = new ChangedValues(analysis.bindings, uses.removed);
  }

  run(): void {
    const { units } = this.#uses;
    for (const unit of units) if (this.#isRoot(unit)) this.#keep(unit);
    for (let before = -1; before < this.kept.size;) {
      before = this.kept.size;
      for (const unit of units) {
        if (unit.kind === 'effect' && this.#changesKept(unit)) this.#keep(unit);
        if (this.#registersStep(unit)) {
          this.registering.add(unit);
          this.#keep(unit);
        }
      }
    }
  }

  /** `const remove = register(async () => { 'use step' })`: the step is used through what it was given to. */
  #registersStep({ kind, node }: Unit): boolean {
    const init = kind === 'declaration' ? child(node, 'init') : null;
    const value = init && unwrap(init);
    if (value?.type !== 'CallExpression') return false;
    const holdsStep = this.#analysis.functions.some((fn) => fn.kind === 'step' && contains(value.span, fn.node.span));
    const callee = holdsStep ? child(value, 'callee') : null;
    const owner = callee && referenceOf(ownerOf(callee));
    if (!owner?.binding) return false;
    const changed = isOwnValue(owner.binding) ? [owner.binding] : [...this.#changedValues.of(owner.binding)];
    return changed.some((binding) => this.#isKept(binding));
  }

  #isRoot(unit: Unit): boolean {
    return unit.kind === 'export' || unit.exported || holdsRoot(this.#analysis, unit.node);
  }

  #keep(unit: Unit): void {
    if (this.kept.has(unit)) return;
    this.kept.add(unit);
    for (const { binding } of this.#uses.references.get(unit)!) {
      for (const declaring of this.#declaring(binding)) this.#keep(declaring);
    }
  }

  #changesKept(unit: Unit): boolean {
    if (this.#hostOptions.has(unit.node)) return false;
    const { root } = this.#analysis.bindings;
    const references = this.#uses.references.get(unit)!.filter(({ binding }) => binding?.scope === root);
    const subject = subjectOf(unit.node);
    const changed = references.find(({ node }) => node === subject)?.binding;
    if (changed && isOwnValue(changed)) return this.#isKept(changed);
    if (subject && HOST_GLOBALS.has(text(subject)) && !changed) return false;
    return references.some(({ binding, node }) => {
      const isChanged = this.#isKept(binding!) && (isOwnValue(binding!) || isTarget(unit.node, node));
      return isChanged || [...this.#changedValues.of(binding!)].some((inner) => this.#isKept(inner));
    });
  }

  #isKept(binding: Binding): boolean {
    return this.#declaring(binding).some((unit) => this.kept.has(unit));
  }

  /** Empty for what is no name of the module. */
  #declaring(binding: Binding | null): readonly Unit[] {
    return (binding && this.#uses.declaring.get(binding)) ?? [];
  }
}

/** True for a node around a workflow, or around a class whose instances can come from steps. */
export function holdsRoot({ classes, functions }: ModuleAnalysis, { span }: Node): boolean {
  const roots = [...functions.filter(({ kind }) => kind === 'workflow'), ...classes];
  return roots.some(({ node }) => contains(span, node.span));
}

/** True for what a statement can change by using it. A function only changes when it is given a property. */
function isOwnValue(binding: Binding): boolean {
  return binding.kind !== 'import' && binding.kind !== 'function' && functionOf(binding) === null;
}

/** What is not there in workflows, so that statements about it are for the process. */
const HOST_GLOBALS = new Set(['process', 'setInterval', 'setTimeout', 'setImmediate']);

/** The name that a statement is about: `server` in `server.on('close', stop)` and in `await server.list[0].close()`. */
function subjectOf(statement: Node): Node | null {
  let at = child(statement, 'expression');
  while (at && at.type !== 'Identifier') {
    at = PARTS.map((part) => child(at!, part)).find((inner) => inner !== null) ?? null;
  }
  return at;
}

/** The name that a call belongs to: `registry` for `registry.set`. */
function ownerOf(callee: Node): Node {
  const object = callee.type === 'MemberExpression' ? child(callee, 'object') : null;
  return object ? ownerOf(unwrap(object)) : callee;
}

/** Where the subject of each kind of expression is. */
const PARTS = ['callee', 'object', 'base', 'left', 'argument', 'expression'];

const OBJECT_FUNCTIONS = new Set(['Object', 'Reflect']);

/** True when a statement assigns to a property of this name, or hands it to `Object.assign` and the like. */
function isTarget(statement: Node, name: Node): boolean {
  const expression = child(statement, 'expression');
  const value = expression && unwrap(expression);
  if (value?.type === 'AssignmentExpression') return contains(child(value, 'left')!.span, name.span);
  if (value?.type !== 'CallExpression') return false;
  const callee = child(value, 'callee');
  const owner = callee?.type === 'MemberExpression' ? child(callee, 'object') : null;
  const first = children(value, 'arguments')[0];
  return owner !== null && OBJECT_FUNCTIONS.has(text(owner)) && first !== undefined && contains(first.span, name.span);
}
