/** The changes that a new build brings for calls of runs that other builds have begun. */
import type { DeployedBuild } from '../../../runtime/http/deployed-builds.ts';
import {
  findMisfit,
  findMoved,
  type StepContract,
  type StepContracts,
} from '../../../runtime/contract/step-contracts.ts';

/** A build to compare with; `runs` is `null` where nobody counts them. */
export type ComparedBuild = Omit<DeployedBuild, 'runs'> & { runs: DeployedBuild['runs'] | null };

/**
 * - `moved`: the function has another id, under which calls find it
 * - `vanished`: there is no function of this id any more, so calls wait for it
 * - `code`: the id is a matter of order, and another function has it, so calls wait
 * - `captures`: the function needs variables that calls do not bring along, so calls wait
 */
export type ChangeKind = 'moved' | 'vanished' | 'code' | 'captures';

/** A step that is not what calls of other builds mean. */
export interface StepChange {
  kind: ChangeKind;
  stepId: string;
  /** Place of the function in the other build. */
  before: string;
  /** Place of the function that has the id now, or of the one that was moved; `null`: there is none. */
  now: string | null;
  /** The new id of a function that was moved. */
  movedTo?: string;
  /** Variables that calls do not bring along. */
  missing?: readonly string[];
  builds: string[];
  /** How many runs that have not ended may call the step; `null`: nobody counted. */
  runs: number | null;
}

/** The result of a comparison. */
export interface Comparison {
  changes: StepChange[];
  /** Builds of older compilers: nothing is known of their steps. */
  unknown: ComparedBuild[];
}

/** The build that is to come. */
export interface NextBuild {
  contracts: StepContracts;
  workflowIds: readonly string[];
}

/** Compares a build with others. Changes of the same step in several builds are one, with the runs of all. */
export function compareBuilds(builds: readonly ComparedBuild[], next: NextBuild): Comparison {
  const counted = builds.flatMap(({ runs }) => runs ?? []).map(({ workflowId }) => workflowId as string);
  const workflowIds = [...new Set([...next.workflowIds, ...counted])];
  const changes = new Map<string, StepChange>();
  for (const build of builds) {
    for (const [stepId, old] of Object.entries(build.contracts ?? {})) {
      const change = changeOf(stepId, old, next.contracts);
      if (!change) continue;
      const runs = build.runs && countCallers(stepId, build.runs, workflowIds);
      const key = JSON.stringify([change.kind, stepId, change.missing]);
      const known = changes.get(key);
      changes.set(key, {
        ...(known ?? change),
        builds: [...(known?.builds ?? []), build.buildId],
        runs: known ? sum(known.runs, runs) : runs,
      });
    }
  }
  const inOrder = [...changes.values()].sort((a, b) => a.before.localeCompare(b.before, 'en', { numeric: true }));
  return { changes: inOrder, unknown: builds.filter(({ contracts }) => contracts === null) };
}

/** Whether runs have to wait for another build because of a change. */
export const parksRuns = ({ kind, runs }: StepChange): boolean => kind !== 'moved' && runs !== 0;

function changeOf(stepId: string, old: StepContract, now: StepContracts): Omit<StepChange, 'builds' | 'runs'> | null {
  const same = now[stepId];
  const misfit = same && findMisfit(old, same);
  if (same && !misfit) return null;
  const change = { stepId, before: old.place, now: same?.place ?? null };
  const movedTo = findMoved(stepId, old, now);
  if (movedTo !== null) return { ...change, kind: 'moved', movedTo, now: now[movedTo]!.place };
  if (!misfit) return { ...change, kind: 'vanished' };
  return { ...change, ...misfit };
}

/**
 * A step that stands in a workflow is called by the runs of that. Which runs call another step cannot be told from the
 * outside, so all of them count.
 */
function countCallers(stepId: string, runs: DeployedBuild['runs'], workflowIds: readonly string[]): number {
  const path = stepId.slice('step//'.length);
  const isOwner = (id: string): boolean => path.startsWith(`${id.slice('workflow//'.length)}/`);
  const isOfWorkflow = workflowIds.some(isOwner);
  const callers = runs.filter(({ workflowId }) => !isOfWorkflow || isOwner(workflowId));
  return callers.reduce((count, one) => count + one.runs, 0);
}

const sum = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other;
