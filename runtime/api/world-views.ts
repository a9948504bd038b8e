/** The result of `getWorld()`: the store and worker of this process, and views of what the store holds. */
import { getRuntime, type WorldHandle } from './runtime.ts';
import { worldEvents, type WorldEvents } from './world-events.ts';
import { worldHooks, type WorldHooks } from './world-hooks.ts';
import { worldRuns, type WorldRuns } from './world-runs.ts';
import { worldSteps, type WorldSteps } from './world-steps.ts';

/**
 * Lists under the names that other workflow packages give them. The functions of `workflow/api` (`listRuns`,
 * `listSteps`, `Run.journal()`, …) say more. Values are sealed: `hydrateResourceIO` of `workflow/observability` opens
 * them.
 */
export interface WorldViews {
  readonly runs: WorldRuns;
  readonly steps: WorldSteps;
  readonly events: WorldEvents;
  readonly hooks: WorldHooks;
}

const views: WorldViews = { runs: worldRuns, steps: worldSteps, events: worldEvents, hooks: worldHooks };

/** The handle of this process: the same one at each call. @throws `setting_invalid`. */
export const getWorldHandle = (): WorldHandle & WorldViews => Object.assign(getRuntime(), views);
