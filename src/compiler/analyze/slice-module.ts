/** Finds what the workflow view keeps of a module: what other modules or workflows can reach without running a step. */
import { type Node, type Span, child, children, contains, text, unwrap } from '../ast.ts';
import { isClassForm } from './function-place.ts';
import type { DirectiveFunction, ModuleAnalysis } from './module-analysis.ts';
import { type Unit, moduleUnits } from './module-units.ts';
import { type Binding, type Reference, functionOf } from './scope.ts';

export interface Slice {
  kept: readonly Unit[];
  dropped: readonly Unit[];
}

/**
 * Starts from exports, workflows and classes whose instances can come from steps, and follows names, but not into the
 * code of steps. A statement that declares nothing is kept when it may change something kept.
 */
export function sliceModule(analysis: ModuleAnalysis): Slice {
  const slicer = new Slicer(analysis);
  slicer.run();
  return {
    kept: slicer.units.filter((unit) => slicer.kept.has(unit)),
    dropped: slicer.units.filter((unit) => !slicer.kept.has(unit)),
  };
}

class Slicer {
  readonly units: Unit[];
  readonly kept = new Set<Unit>();
  readonly #analysis: ModuleAnalysis;
  readonly #references = new Map<Unit, Reference[]>();
  readonly #declared = new Map<Binding, Unit[]>();

  constructor(analysis: ModuleAnalysis) {
    this.#analysis = analysis;
    this.units = moduleUnits(analysis.items);
    const { root, references } = analysis.bindings;
    const gone = analysis.functions.filter(({ kind }) => kind === 'step').map(goneSpan);
    for (const reference of references) {
      if (reference.binding?.scope !== root || gone.some((span) => contains(span, reference.node.span))) continue;
      const unit = this.#unitAt(reference.node);
      if (unit) this.#references.set(unit, [...(this.#references.get(unit) ?? []), reference]);
    }
    for (const binding of root.bindings.values()) {
      this.#declared.set(
        binding,
        binding.declarations.flatMap((node) => this.#unitAt(node) ?? []),
      );
    }
  }

  run(): void {
    for (const unit of this.units) if (this.#isRoot(unit)) this.#keep(unit);
    for (let before = -1; before < this.kept.size;) {
      before = this.kept.size;
      for (const unit of this.units) if (unit.kind === 'effect' && this.#changesKept(unit)) this.#keep(unit);
    }
  }

  #unitAt(node: Node): Unit | undefined {
    return this.units.find((unit) => contains(unit.node.span, node.span));
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
    const references = this.#references.get(unit) ?? [];
    const subject = subjectOf(unit.node);
    const changed = references.find(({ node }) => node === subject)?.binding;
    if (changed && isOwnValue(changed)) return this.#isKept(changed);
    if (subject && HOST_GLOBALS.has(text(subject)) && !changed) return false;
    return references.some(
      ({ binding, node }) => this.#isKept(binding!) && (isOwnValue(binding!) || isTarget(unit.node, node)),
    );
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
