/** Finds what the workflow view keeps of a module: what other modules or workflows can reach without running a step. */
import { type Node, type Span, child, children, contains, nearestOf, text, unwrap } from '../ast.ts';
import { isClassForm } from './function-place.ts';
import { ChangedValues } from './changed-values.ts';
import { findHostOptions } from './host-options.ts';
import type { DirectiveFunction, ModuleAnalysis } from './module-analysis.ts';
import { type Unit, moduleUnits } from './module-units.ts';
import { movedHelpers } from './moved-helpers.ts';
import type { RetryRule } from './retry-rules.ts';
import { type Binding, type Reference, functionOf, referenceOf } from './scope.ts';

export interface Slice {
  kept: readonly Unit[];
  dropped: readonly Unit[];
  /** Those of the kept variables that are there for what happens when they are made. */
  registering: ReadonlySet<Unit>;
}

/**
 * Starts from exports, workflows and classes whose instances can come from steps, and follows names, but not into the
 * code of steps. A statement that declares nothing is kept when it may change something kept.
 * @param retryRules Code that runs where steps run.
 */
export function sliceModule(analysis: ModuleAnalysis, retryRules: readonly RetryRule[]): Slice {
  const slicer = new Slicer(analysis, retryRules);
  slicer.run();
  return {
    kept: slicer.units.filter((unit) => slicer.kept.has(unit)),
    dropped: slicer.units.filter((unit) => !slicer.kept.has(unit)),
    registering: slicer.registering,
  };
}

/** Only the author of a file with directives, or with agents, knows that parts of it run elsewhere. */
export function hasHostCode({ directives, functions }: ModuleAnalysis): boolean {
  return directives.length > 0 || functions.length > 0;
}

class Slicer {
  readonly units: readonly Unit[];
  readonly kept = new Set<Unit>();
  readonly registering = new Set<Unit>();
  readonly #analysis: ModuleAnalysis;
  readonly #references = new Map<Unit, Reference[]>();
  readonly #declared = new Map<Binding, Unit[]>();
  readonly #changedValues: ChangedValues;
  /** Statements that are for the step view alone. */
  readonly #hostOptions: ReadonlySet<Node>;

  constructor(analysis: ModuleAnalysis, retryRules: readonly RetryRule[]) {
    this.#analysis = analysis;
    this.#hostOptions = new Set(findHostOptions(analysis));
    this.units = moduleUnits(analysis.items);
    const { root, references } = analysis.bindings;
    const steps = analysis.functions.filter(({ kind }) => kind === 'step');
    const others = [...retryRules.map(({ node }) => node), ...movedHelpers(analysis.functions)];
    const gone = [...steps.map(goneSpan), ...others.map(({ span }) => span)];
    const isGone = (node: Node): boolean => gone.some((span) => contains(span, node.span));
    this.#changedValues = new ChangedValues(analysis.bindings, isGone);
    const unitOf = new Map(this.units.map((unit) => [unit.node, unit]));
    for (const reference of references) {
      if (reference.binding?.scope !== root || isGone(reference.node)) continue;
      const unit = nearestOf(unitOf, reference.node);
      if (!unit) continue;
      const known = this.#references.get(unit);
      if (known) known.push(reference);
      else this.#references.set(unit, [reference]);
    }
    for (const binding of root.bindings.values()) {
      this.#declared.set(
        binding,
        binding.declarations.flatMap((node) => nearestOf(unitOf, node) ?? []),
      );
    }
  }

  run(): void {
    for (const unit of this.units) if (this.#isRoot(unit)) this.#keep(unit);
    for (let before = -1; before < this.kept.size;) {
      before = this.kept.size;
      for (const unit of this.units) {
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
    return changed.some((binding) => binding.scope === this.#analysis.bindings.root && this.#isKept(binding));
  }

  #isRoot(unit: Unit): boolean {
    if (unit.kind === 'export' || unit.exported) return true;
    const { classes, functions } = this.#analysis;
    const roots = [...functions.filter(({ kind }) => kind === 'workflow'), ...classes];
    return roots.some(({ node }) => contains(unit.node.span, node.span));
  }

  #keep(unit: Unit): void {
    if (this.kept.has(unit)) return;
    this.kept.add(unit);
    for (const { binding } of this.#references.get(unit) ?? []) {
      for (const declaring of this.#declared.get(binding!) ?? []) this.#keep(declaring);
    }
  }

  #changesKept(unit: Unit): boolean {
    if (this.#hostOptions.has(unit.node)) return false;
    const references = this.#references.get(unit) ?? [];
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
    return this.#declared.get(binding)!.some((unit) => this.kept.has(unit));
  }
}

/** What the workflow view replaces of a step; of a class member the decorators and the name stay. */
function goneSpan({ form, node }: DirectiveFunction): Span {
  return isClassForm(form) ? { start: child(node, 'key')!.span.end, end: node.span.end } : node.span;
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
