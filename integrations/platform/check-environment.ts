/** Finds at build time what would not work in the functions of a platform. */
import type { WorkflowError } from '../../runtime/contract/errors.ts';
import { platformWarning } from './messages.ts';
import type { Platform } from './platforms.ts';

/** Worlds that are not shared between machines, or not even between processes. */
const UNSHARED_WORLDS = ['sqlite', 'memory'];

type Environment = Record<string, string | undefined>;

/**
 * Finds settings that do not work on the platform. They are warnings: a platform may set more for its functions than
 * for the build, and a function with the embedded store refuses to work by itself.
 * @param env Environment of the build.
 */
export function checkEnvironment(platform: Platform, env: Environment = process.env): WorkflowError[] {
  const { name } = platform;
  if (!platform.hasNode) return [platformWarning('platform_without_node', { platform: name })];
  const world = env['WORKFLOW_WORLD'] || 'sqlite';
  // A folder that all functions mount may hold the embedded store.
  const isUnshared = UNSHARED_WORLDS.includes(world) && !(world === 'sqlite' && env['WORKFLOW_DATA_DIR']);
  return [
    ...(isUnshared ? [platformWarning('platform_world_unshared', { world, platform: name })] : []),
    ...(env['CRON_SECRET'] ? [] : [platformWarning('platform_cron_secret_missing', { platform: name })]),
  ];
}

/** Says what was found. @param warn Receives each message. */
export function warnOfEnvironment(platform: Platform | null, warn: (text: string) => void): void {
  if (platform === null) return;
  for (const { message } of checkEnvironment(platform)) warn(message);
}
