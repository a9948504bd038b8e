/** The builds that runs of a store have begun with: a new build has to answer their calls. */
import type { Connection } from '../api/connection.ts';
import type { BuildId, WorkflowId } from '../contract/ids.ts';
import type { StepContracts } from '../contract/step-contracts.ts';

/** A build that is in use, or that runs have begun with. */
export interface DeployedBuild {
  buildId: BuildId;
  /** `null`: an older compiler made it, so nothing is known of its steps. */
  contracts: StepContracts | null;
  /** Its runs that have not ended. */
  runs: { workflowId: WorkflowId; runs: number }[];
}

/**
 * The builds with runs that have not ended.
 * @param newest The build that new runs begin with: it is there without runs, too. `null`: nobody knows.
 */
export async function readDeployedBuilds(world: Connection['world'], newest: BuildId | null): Promise<DeployedBuild[]> {
  const builds = new Map<BuildId, DeployedBuild['runs']>(newest === null ? [] : [[newest, []]]);
  for (const { buildId, ...count } of await world.countLiveRuns()) {
    // A run that has not started begins with the build that is there then.
    if (buildId !== null) builds.set(buildId, [...(builds.get(buildId) ?? []), count]);
  }
  return await Promise.all(
    Array.from(builds, async ([buildId, runs]) => ({ buildId, contracts: await world.loadContracts(buildId), runs })),
  );
}
