/** Follows the names that code uses, from unit to unit and from file to file. */
import { child, parentOf, text } from '../ast.ts';
import type { ParsedModule } from '../analyze/module-analysis.ts';
import { findDeclared, type LinkedModules, wantedExport } from '../workflow-code/exported-binding.ts';
import type { Unit } from '../workflow-code/module-units.ts';
import type { BuildModules } from './build-modules.ts';
import type { ResolvedImports } from './view-plugin.ts';

/** The units of the project's files in one bundle of workflow code. */
export class ReachedUnits implements LinkedModules {
  readonly #modules: BuildModules;
  readonly #resolved: ResolvedImports;

  constructor(modules: BuildModules, resolved: ResolvedImports) {
    this.#modules = modules;
    this.#resolved = resolved;
  }

  module(path: string): ParsedModule | null {
    return this.#modules.cutModule(path)?.analysis ?? null;
  }

  target(path: string, source: string): string | null {
    return this.#resolved.get(path)?.get(source) ?? null;
  }

  /** The unit at a place; `null` where no unit is. */
  at(path: string, index: number): Unit | null {
    const units = this.#modules.cutModule(path)?.code.units ?? [];
    return units.find(({ node: { span } }) => span.start <= index && index < span.end) ?? null;
  }

  /** The units that these need, themselves included. @param path Of the file of all of them. */
  from(path: string, units: readonly Unit[]): ReadonlySet<Unit> {
    const reached = new Map(units.map((unit) => [unit, path]));
    // A map gives what is added while it is walked.
    for (const [unit, at] of reached)
      for (const [next, in_] of this.#next(at, unit)) if (!reached.has(next)) reached.set(next, in_);
    return new Set(reached.keys());
  }

  #next(path: string, unit: Unit): [Unit, string][] {
    if (unit.kind === 'import') return this.#imported(path, unit);
    const code = this.#modules.cutModule(path)?.code;
    const declaring = code?.references
      .get(unit)
      ?.flatMap(({ binding }) => (binding && code.declaring.get(binding)) ?? []);
    return declaring?.map((next) => [next, path]) ?? [];
  }

  #imported(path: string, { node, item }: Unit): [Unit, string][] {
    const source = node !== item && node.type !== 'ImportNamespaceSpecifier' ? child(parentOf(node)!, 'source') : null;
    const found = source && findDeclared(this, this.target(path, text(source)), wantedExport(node));
    const units = found && this.#modules.cutModule(found.path)!.code.declaring.get(found.binding);
    return units?.map((unit) => [unit, found!.path]) ?? [];
  }
}
