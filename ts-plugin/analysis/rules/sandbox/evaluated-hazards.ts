/** The hazards that run when a module loads, in the module itself or in its imports. */
import type { Reach, ReachedModule } from '../../reach/reach.ts';
import { type Hazard, hazardsOf } from './hazards.ts';

interface EvaluatedHazards {
  /** The first hazard of each module that has one. */
  hazards: ReadonlyMap<ReachedModule, Hazard>;
  /** These modules, and all modules that import them directly or through others. */
  leading: ReadonlySet<ReachedModule>;
}

const known = new WeakMap<Reach, EvaluatedHazards>();

/** A hazard that runs when the module loads. A hazard behind a name is reported where the name is used. */
export function evaluatedHazard(reach: Reach, module: ReachedModule): Hazard | undefined {
  return hazardsIn(reach).hazards.get(module);
}

/** Whether the import of a module runs a hazard. */
export function leadsToHazard(reach: Reach, module: ReachedModule): boolean {
  return hazardsIn(reach).leading.has(module);
}

/** Found for all modules at once, because every workflow asks about all modules that it loads. */
function hazardsIn(reach: Reach): EvaluatedHazards {
  let found = known.get(reach);
  if (!found) known.set(reach, (found = findHazards(reach)));
  return found;
}

function findHazards(reach: Reach): EvaluatedHazards {
  const modules = [...reach.modules.values()];
  const hazards = new Map(modules.flatMap((module) => findHazard(reach, module)));
  const leading = new Set(hazards.keys());
  const importers = leading.size > 0 ? importersOf(modules) : new Map<ReachedModule, ReachedModule[]>();
  // The walk also covers what it adds to the set.
  for (const module of leading) for (const importer of importers.get(module) ?? []) leading.add(importer);
  return { hazards, leading };
}

function findHazard(reach: Reach, module: ReachedModule): [ReachedModule, Hazard][] {
  for (const part of module.code.evaluated) {
    const reached = reach.partAt(part);
    const hazard = reached && !reached.usedAt ? hazardsOf(reached)[0] : undefined;
    if (hazard) return [[module, hazard]];
  }
  return [];
}

function importersOf(modules: readonly ReachedModule[]): Map<ReachedModule, ReachedModule[]> {
  const importers = new Map<ReachedModule, ReachedModule[]>();
  for (const module of modules) {
    for (const { to } of module.imports) {
      const known = importers.get(to);
      if (known) known.push(module);
      else importers.set(to, [module]);
    }
  }
  return importers;
}
