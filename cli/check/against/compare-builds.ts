/** The changes that a new build brings for calls of runs that other builds have begun. */
import type { CountedRuns, DeployedBuild } from '../../../runtime/http/deployed-builds.ts';
import {
  findContract,
  findMisfit,
  findReplacements,
  type CodeContracts,
  type ContractMisfit,
} from '../../../runtime/contract/code-contracts.ts';

/** A build to compare with; `runs` is `null` where nobody counts them. */
export type ComparedBuild = Omit<DeployedBuild, 'runs'> & { runs: CountedRuns[] | null };

/** The builds to compare with, and the runs that have not begun. */
export interface ComparedBuilds {
  builds: readonly ComparedBuild[];
  pending: readonly CountedRuns[];
}

/**
 * The fate of a function or class. `moved`: it is found under its new id. `vanished`: there is none of this id any
 * more. Calls of steps wait when they have vanished or do not fit, and so do instances of classes. Runs of a workflow
 * that does not fit begin with the code that started them. `replaced`: a class of errors has vanished from a file that
 * has new ones, which may be thrown in its place.
 */
export type ContractFate =
  | { kind: 'moved'; movedTo: string }
  | { kind: 'vanished' }
  | { kind: 'replaced'; by: readonly string[] }
  | ContractMisfit;

/** A step, workflow or class that is not what code of other builds means. */
export type ContractChange = ContractFate & {
  id: string;
  /** Its place in the other build; `null`: nobody knows. */
  before: string | null;
  /** The place of what has the id now, or of what was moved; `null`: there is none. */
  now: string | null;
  builds: string[];
  /** How many runs that have not ended may use it, or are to begin with it; `null`: nobody counted. */
  runs: number | null;
};

/** The result of a comparison. */
export interface Comparison {
  changes: ContractChange[];
  /** Builds of older compilers: nothing is known of their functions. */
  unknown: ComparedBuild[];
}

/** The build that is to come. */
export interface NextBuild {
  contracts: CodeContracts;
  workflowIds: readonly string[];
}

/** Compares a build with others. Changes of the same function in several builds are one, with the runs of all. */
export function compareBuilds({ builds, pending }: ComparedBuilds, next: NextBuild): Comparison {
  const counted = builds.flatMap(({ runs }) => runs ?? []).map(({ workflowId }) => workflowId as string);
  const workflowIds = [...new Set([...next.workflowIds, ...counted])];
  const changes = new Map<string, ContractChange>();
  const add = (change: ContractChange, fate: ContractFate): void => {
    const key = JSON.stringify([change.id, fate]);
    const known = changes.get(key);
    const sums = known && { builds: [...known.builds, ...change.builds], runs: sum(known.runs, change.runs) };
    changes.set(key, { ...change, ...known, ...sums });
  };
  for (const { buildId, contracts, runs } of builds) {
    for (const [id, { place: before }] of Object.entries(contracts ?? {})) {
      const fate = fateOf(id, contracts!, next.contracts);
      if (!fate) continue;
      const now = next.contracts[fate.kind === 'moved' ? fate.movedTo : id]?.place ?? null;
      const callers = runs && countCallers(id, runs, workflowIds);
      add({ ...fate, id, before, now, builds: [buildId], runs: callers }, fate);
    }
  }
  for (const { workflowId: id, runs } of pending) {
    const fate = { kind: 'vanished' } as const;
    if (!next.workflowIds.includes(id)) add({ ...fate, id, before: null, now: null, builds: [], runs }, fate);
  }
  const inOrder = [...changes.values()].sort((a, b) => placeOf(a).localeCompare(placeOf(b), 'en', { numeric: true }));
  return { changes: inOrder, unknown: builds.filter(({ contracts }) => contracts === null) };
}

/** The kind of what has changed. */
export const kindOf = ({ id }: Pick<ContractChange, 'id'>): 'step' | 'workflow' | 'class' =>
  id.slice(0, id.indexOf('//')) as 'step' | 'workflow' | 'class';

/** Whether runs have to wait for another build because of a change. */
export const parksRuns = ({ id, kind, runs }: ContractChange): boolean =>
  runs !== 0 && kind !== 'moved' && kind !== 'replaced' && (kind === 'vanished' || kindOf({ id }) !== 'workflow');

const placeOf = ({ before, id }: ContractChange): string => before ?? id;

function fateOf(id: string, old: CodeContracts, now: CodeContracts): ContractFate | null {
  const found = findContract(id, old, now);
  if ('misfit' in found) return old[id]!.isError ? fateOfError(id, old, now) : (found.misfit ?? { kind: 'vanished' });
  // A class of errors is found whatever has become of its fields.
  const misfit = old[id]!.isError ? findMisfit(old[id]!, now[found.id]!) : null;
  return misfit ?? (found.id === id ? null : { kind: 'moved', movedTo: found.id });
}

/** Nothing throws an error of a class that has vanished. */
function fateOfError(id: string, old: CodeContracts, now: CodeContracts): ContractFate | null {
  const by = findReplacements(id, old, now);
  return by.length > 0 ? { kind: 'replaced', by } : null;
}

/**
 * A step that stands in a workflow is called by the runs of that. Which runs call another function cannot be told from
 * the outside, so all of them count.
 */
function countCallers(id: string, runs: readonly CountedRuns[], workflowIds: readonly string[]): number {
  const path = id.slice(id.indexOf('//'));
  const isOwner = (workflowId: string): boolean => path.startsWith(`${workflowId.slice('workflow'.length)}/`);
  const hasOwner = workflowIds.some(isOwner);
  const callers = runs.filter(({ workflowId }) => !hasOwner || isOwner(workflowId));
  return callers.reduce((count, one) => count + one.runs, 0);
}

const sum = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other;
