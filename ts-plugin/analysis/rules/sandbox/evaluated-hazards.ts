/** For every module of a reach: what it does when it is evaluated, and what the modules do that it imports. */
import type { Reach, ReachedModule } from '../../reach/reach.ts';
import { type Hazard, hazardsOf } from './hazards.ts';

interface EvaluatedHazards {
  /** The first of each module that has one. */
  hazards: ReadonlyMap<ReachedModule, Hazard>;
  /** These modules, and all that import them by however many others. */
  leading: ReadonlySet<ReachedModule>;
}

const known = new WeakMap<Reach, EvaluatedHazards>();

/** A hazard in what runs with the module itself; one that a name leads to is shown where that is used. */
export function evaluatedHazard(reach: Reach, module: ReachedModule): Hazard | undefined {
  return hazardsIn(reach).hazards.get(module);
}

/** Whether the import of a module evaluates a hazard. */
export function leadsToHazard(reach: Reach, module: ReachedModule): boolean {
  return hazardsIn(reach).leading.has(module);
}

/** Found for all modules at once, because every workflow asks for all modules that it evaluates. */
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
  // A set that grows is walked to its end.
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
