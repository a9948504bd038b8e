/** `workflow/runtime`: for framework adapters and servers. */
import '../contract/node-version.ts';
import type { Build } from '../contract/build.ts';
import { type AnswerDashboard, getRuntime, type WorldHandle } from '../api/runtime.ts';
import { getWorldHandle, type WorldViews } from '../api/world-views.ts';
import { createWorld as createConfigured, type WorldConfig } from '../world/open.ts';
import type { World } from '../world/world.ts';

export { checkStore } from '../api/check-store.ts';
export { getStepCopies } from '../api/step-copies.ts';
export type { RequestContext } from '../api/keep-awake.ts';
export type { WorldHandle } from '../api/runtime.ts';
export type { SealedValue } from '../api/sealed-value.ts';
export type { WorldEvent, WorldEvents } from '../api/world-events.ts';
export type { WorldHooks } from '../api/world-hooks.ts';
export type { WorldPage } from '../api/world-page.ts';
export type { WorldRun, WorldRuns } from '../api/world-runs.ts';
export type { WorldStep, WorldSteps } from '../api/world-steps.ts';
export type { WorldViews } from '../api/world-views.ts';
export { mapStack } from '../stacks/stack-places.ts';
export type { Build, Manifest, RegisteredStep, WorkflowBundle } from '../contract/build.ts';
export { createHandler, type WorkflowHandler } from '../http/handler.ts';
export { restoreStore, type Durability, type Restoration, type WorldConfig } from '../world/open.ts';
export type { StoreProblem } from '../observe/store-invariants.ts';
export type { ReencryptedValues, ReencryptOptions } from '../world/encrypted/reencrypt.ts';
export type { World } from '../world/world.ts';

/** The store and worker of this process, as the environment configures them. @throws `setting_invalid`. */
export const getWorld = (): WorldHandle & WorldViews => getWorldHandle();

/**
 * Creates a World, which is not yet open; {@link setWorld} makes this process use it.
 * @param config Default: the store that the environment names.
 * @throws `setting_invalid`, `world_driver_missing`.
 */
export const createWorld = (config?: WorldConfig): Promise<World> =>
  config ? createConfigured(config) : getRuntime().createStore();

/** Uses `world` instead of the store that the environment names. Call it before anything else. */
export const setWorld = (world: World): void => getRuntime().setWorld(world);

/** Sets the public address of this server, for the addresses of webhooks. `WORKFLOW_BASE_URL` takes precedence. */
export const setBaseUrl = (baseUrl: string): void => getRuntime().setBaseUrl(baseUrl);

/**
 * Learns the public address from the headers that a proxy has added to a request. Without `WORKFLOW_TRUST_PROXY=1` it
 * does nothing, because callers can send these headers as well.
 * @param header Gives the value of a header.
 */
export const learnFromProxy = (header: (name: string) => string | null | undefined): void =>
  getRuntime().learnFromProxy(header);

/** Serves the dashboard of a development server beside the routes. */
export const useDashboard = (answer: AnswerDashboard): void => getRuntime().useDashboard(answer);

/** Whether the dashboard is served. */
export const hasDashboard = (): boolean => getRuntime().dashboard !== null;

/** `WORKFLOW_DASHBOARD=0`: nobody wants it. */
export const wantsDashboard = (): boolean => getRuntime().settings.wantsDashboard;

/** Sets the path below which this server mounts the application, if its address has no path. */
export const setBasePath = (path: string): void => getRuntime().setBasePath(path);

/**
 * Uses a build for new runs. Framework adapters call this at boot and after each rebuild. Requests wait for a build
 * that is being loaded.
 */
export const registerBuild = (build: Build | Promise<Build>): Promise<void> => getRuntime().useBuild(build);
