/**
 * The rule by which the workflow view keeps units of a module. It begins with exports, workflows and classes whose
 * instances can come from steps, adds all that does something when the module loads, and follows names, but not into
 * the code of steps. Code that needs the host is left out.
 */
import { type Node, contains } from '../ast.ts';
import type { ModuleAnalysis } from '../analyze/module-analysis.ts';
import { makerOf } from './evaluated-units.ts';
import { loadedPackages, packagesThatMakeValue } from './foreign-values.ts';
import type { ModuleUses, Unit } from './module-units.ts';
import { type OptionalPart, findOptionalParts } from './optional-parts.ts';

/** The units of a module that the workflow view keeps. */
export interface KeptUnits {
  kept: ReadonlySet<Unit>;
  /** The kept units that do something when the module loads: they do it even when nothing uses their names. */
  evaluated: ReadonlySet<Unit>;
  /** All code that does something when the module loads, in the order of the text. */
  optional: readonly OptionalPart[];
}

/** Choices of a build about a module. */
export interface KeepOptions {
  /**
   * Says which optional parts are left out besides those whose own module shows that they need the host. Default: none.
   */
  leaveOut?: ((part: OptionalPart) => boolean) | undefined;
  /** Classes that stay although nothing uses them, unless they need the host. Default: none. */
  wanted?: readonly Node[] | undefined;
}

/** Decides for each unit of a module with directives. */
export function keepUnits(
  analysis: ModuleAnalysis,
  uses: ModuleUses,
  { leaveOut = () => false, wanted = [] }: KeepOptions,
): KeptUnits {
  const roots = new Set(uses.units.filter((unit) => unit.kind !== 'effect' && isRoot(analysis, unit)));
  const isFixed = (unit: Unit): boolean => roots.has(unit) && (!makerOf(unit) || holdsRoot(analysis, unit.node));
  const isWanted = ({ node }: Unit): boolean => wanted.some(({ span }) => contains(node.span, span));
  const optional = findOptionalParts(analysis, uses, isWanted).filter(({ unit }) => !isFixed(unit));
  const possible = optional.filter((part) => part.host === null && !leaveOut(part));
  const foreign = new Map(
    possible
      .filter(({ unit }) => !isWanted(unit))
      .map(packagesThatMakeValue)
      .filter((made) => made !== null),
  );
  const keeper = new Keeper(uses);
  for (const unit of roots) keeper.keep(unit);
  const others = possible.filter(({ unit }) => !foreign.has(unit));
  for (const { unit } of others) keeper.keep(unit);
  const optionalUnits = new Set(optional.map(({ unit }) => unit));
  const loaded = loadedPackages(
    uses,
    [...keeper.kept].filter((unit) => !optionalUnits.has(unit)),
  );
  const made = [...foreign].filter(([, packages]) => packages.some((name) => loaded.has(name)));
  for (const [unit] of made) keeper.keep(unit);
  const evaluated = new Set([...others.map(({ unit }) => unit), ...made.map(([unit]) => unit)]);
  return { kept: keeper.kept, evaluated, optional };
}

class Keeper {
  readonly kept = new Set<Unit>();
  readonly #uses: ModuleUses;

  constructor(uses: ModuleUses) {
    this.#uses = uses;
  }

  /** Keeps a unit, and all units whose names it uses. */
  keep(unit: Unit): void {
    if (this.kept.has(unit)) return;
    this.kept.add(unit);
    for (const { binding } of this.#uses.references.get(unit)!) {
      for (const declaring of (binding && this.#uses.declaring.get(binding)) ?? []) this.keep(declaring);
    }
  }
}

function isRoot(analysis: ModuleAnalysis, unit: Unit): boolean {
  return unit.kind === 'export' || unit.exported || holdsRoot(analysis, unit.node);
}

/** True for a node around a workflow, or around a class whose instances can come from steps. */
export function holdsRoot({ classes, functions }: ModuleAnalysis, { span }: Node): boolean {
  const roots = [...functions.filter(({ kind }) => kind === 'workflow'), ...classes];
  return roots.some(({ node }) => contains(span, node.span));
}
