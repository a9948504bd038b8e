/** Finds what the workflow view keeps of a module: what other modules or workflows can reach without running a step. */
import { type Node, child, contains, text, unwrap } from '../ast.ts';
import type { ModuleAnalysis } from './module-analysis.ts';
import { type Unit, moduleUnits } from './module-units.ts';
import { type Binding, type Reference, functionOf } from './scope.ts';

export interface Slice {
  kept: readonly Unit[];
  dropped: readonly Unit[];
}

/**
 * Starts from exports and workflows and follows names, but not into the code of steps. A statement that declares nothing is
 * kept when it may change something kept.
 */
export function sliceModule(analysis: ModuleAnalysis): Slice {
  const slicer = new Slicer(analysis);
  slicer.run();
  return { kept: slicer.units.filter((unit) => slicer.kept.has(unit)), dropped: slicer.units.filter((unit) => !slicer.kept.has(unit)) };
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
    const steps = analysis.functions.filter(({ kind }) => kind === 'step');
    for (const reference of references) {
      if (reference.binding?.scope !== root || steps.some(({ node }) => contains(node.span, reference.node.span))) continue;
      const unit = this.#unitAt(reference.node);
      if (unit) this.#references.set(unit, [...(this.#references.get(unit) ?? []), reference]);
    }
    for (const binding of root.bindings.values()) {
      this.#declared.set(binding, binding.declarations.flatMap((node) => this.#unitAt(node) ?? []));
    }
  }

  run(): void {
    for (const unit of this.units) if (this.#isRoot(unit)) this.#keep(unit);
    for (let before = -1; before < this.kept.size; ) {
      before = this.kept.size;
      for (const unit of this.units) if (unit.kind === 'effect' && this.#changesKept(unit)) this.#keep(unit);
    }
  }

  #unitAt(node: Node): Unit | undefined {
    return this.units.find((unit) => contains(unit.node.span, node.span));
  }

  #isRoot(unit: Unit): boolean {
    if (unit.kind === 'export' || unit.exported) return true;
    return this.#analysis.functions.some(({ kind, node }) => kind === 'workflow' && contains(unit.node.span, node.span));
  }

  #keep(unit: Unit): void {
    if (this.kept.has(unit)) return;
    this.kept.add(unit);
    for (const { binding } of this.#references.get(unit) ?? []) {
      for (const declaring of this.#declared.get(binding!) ?? []) this.#keep(declaring);
    }
  }

  /** A use of a function changes nothing, unless it is given a property: `charge.maxRetries = 5`. */
  #changesKept(unit: Unit): boolean {
    return (this.#references.get(unit) ?? []).some(({ binding, node }) => {
      if (!binding || binding.kind === 'import') return false;
      if (!this.#declared.get(binding)!.some((declaring) => this.kept.has(declaring))) return false;
      return !isFunctionName(binding) || isTarget(unit.node, node);
    });
  }
}

function isFunctionName(binding: Binding): boolean {
  return binding.kind === 'function' || functionOf(binding) !== null;
}

const OBJECT_FUNCTIONS = new Set(['Object', 'Reflect']);

/** True when a statement assigns to a property of this name, or hands it to `Object.assign` and the like. */
function isTarget(statement: Node, name: Node): boolean {
  const expression = child(statement, 'expression');
  const value = expression && unwrap(expression);
  if (value?.type === 'AssignmentExpression') return contains(child(value, 'left')!.span, name.span);
  if (value?.type !== 'CallExpression') return false;
  const callee = child(value, 'callee');
  const owner = callee?.type === 'MemberExpression' ? child(callee, 'object') : null;
  const first = (value['arguments'] as { expression: Node }[])[0]?.expression;
  return owner !== null && OBJECT_FUNCTIONS.has(text(owner)) && first !== undefined && contains(first.span, name.span);
}
