/** Finds the nearest hazard that each reached part leads to. */
import type { Node } from '../../../../compiler/ast.ts';
import type { Reach, ReachedPart } from '../../reach/reach.ts';
import { type Hazard, hazardsOf } from './hazards.ts';

/** The nearest hazard of one part. */
export interface NearestHazard {
  hazard: Hazard;
  /** The part that holds it. */
  part: ReachedPart;
  /** The use of a name that leads to it; `null` when the part itself holds it. */
  next: { node: Node; to: ReachedPart } | null;
}

const known = new WeakMap<Reach, ReadonlyMap<ReachedPart, NearestHazard>>();

/** The nearest hazards of all parts, found in one walk backwards from the hazards. */
export function nearestHazards(reach: Reach): ReadonlyMap<ReachedPart, NearestHazard> {
  let nearest = known.get(reach);
  if (!nearest) known.set(reach, (nearest = findNearest(reach)));
  return nearest;
}

function findNearest(reach: Reach): Map<ReachedPart, NearestHazard> {
  const nearest = new Map<ReachedPart, NearestHazard>();
  for (const part of reach.parts()) {
    const [hazard] = hazardsOf(part);
    if (hazard) nearest.set(part, { hazard, part, next: null });
  }
  // A project without hazards needs no walk.
  const users = nearest.size > 0 ? usersOf(reach) : new Map<ReachedPart, Use[]>();
  // The walk also covers what it adds to the map, so it is breadth first.
  for (const [to, { hazard, part }] of nearest) {
    for (const { user, node } of users.get(to) ?? [])
      if (!nearest.has(user)) nearest.set(user, { hazard, part, next: { node, to } });
  }
  return nearest;
}

interface Use {
  user: ReachedPart;
  node: Node;
}

function usersOf(reach: Reach): Map<ReachedPart, Use[]> {
  const users = new Map<ReachedPart, Use[]>();
  for (const user of reach.parts()) {
    for (const { node, to } of user.uses) {
      const known = users.get(to);
      if (known) known.push({ user, node });
      else users.set(to, [{ user, node }]);
    }
  }
  return users;
}
