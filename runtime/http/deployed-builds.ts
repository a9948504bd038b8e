/** The builds that runs of a store have begun with: a new build has to answer their calls. */
import type { Connection } from '../api/connection.ts';
import type { BuildId, WorkflowId } from '../contract/ids.ts';
import type { CodeContracts } from '../contract/code-contracts.ts';

/** How many runs of a workflow there are. */
export interface CountedRuns {
  workflowId: WorkflowId;
  runs: number;
}

/** A build that is in use, or that runs have begun with. */
export interface DeployedBuild {
  buildId: BuildId;
  /** `null`: an older compiler made it, so nothing is known of its functions. */
  contracts: CodeContracts | null;
  /** Its runs that have not ended. */
  runs: CountedRuns[];
}

/** The builds with runs that have not ended, and the runs that have not begun. */
export interface Deployed {
  builds: DeployedBuild[];
  pending: CountedRuns[];
}

/** @param newest The build that new runs begin with: it is there without runs, too. `null`: nobody knows. */
export async function readDeployedBuilds(world: Connection['world'], newest: BuildId | null): Promise<Deployed> {
  const builds = new Map<BuildId, CountedRuns[]>(newest === null ? [] : [[newest, []]]);
  const pending: CountedRuns[] = [];
  for (const { buildId, ...count } of await world.countLiveRuns()) {
    if (buildId === null) pending.push(count);
    else builds.set(buildId, [...(builds.get(buildId) ?? []), count]);
  }
  const deployed = Array.from(builds, async ([buildId, runs]) => ({
    buildId,
    contracts: await world.loadContracts(buildId),
    runs,
  }));
  return { builds: await Promise.all(deployed), pending };
}
