/** `workflow/runtime`: for framework adapters and servers. */
import '../contract/node-version.ts';
import type { Build } from '../contract/build.ts';
import { getRuntime, type WorldHandle } from '../api/runtime.ts';
import type { World } from '../world/world.ts';

export { checkStore } from '../api/check-store.ts';
export type { RequestContext } from '../api/keep-awake.ts';
export type { WorldHandle } from '../api/runtime.ts';
export { mapStack } from '../stacks/stack-places.ts';
export type { Build, Manifest, RegisteredStep, WorkflowBundle } from '../contract/build.ts';
export { createHandler, type WorkflowHandler } from '../http/handler.ts';
export { createWorld, restoreStore, type Durability, type Restoration, type WorldConfig } from '../world/open.ts';
export type { StoreProblem } from '../observe/store-invariants.ts';
export type { ReencryptedValues } from '../world/encrypted/reencrypt.ts';
export type { World } from '../world/world.ts';

/** The store and worker of this process, as the environment configures them. @throws `setting_invalid`. */
export const getWorld = (): WorldHandle => getRuntime();

/** Uses `world` instead of the store that the environment names. Call it before anything else. */
export const setWorld = (world: World): void => getRuntime().setWorld(world);

/** Sets the public address of this server, for the addresses of webhooks. `WORKFLOW_BASE_URL` takes precedence. */
export const setBaseUrl = (baseUrl: string): void => getRuntime().setBaseUrl(baseUrl);

/** Sets the path below which this server mounts the application, if its address has no path. */
export const setBasePath = (path: string): void => getRuntime().setBasePath(path);

/**
 * Uses a build for new runs. Framework adapters call this at boot and after each rebuild. Requests wait for a build
 * that is being loaded.
 */
export const registerBuild = (build: Build | Promise<Build>): Promise<void> => getRuntime().useBuild(build);
