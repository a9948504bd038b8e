/** Warns of settings that do not work on the hosting platform. */
import type { WorkflowError } from '../../runtime/contract/errors.ts';
import { platformWarning } from './messages.ts';

/** Worlds that are not shared between machines, or not even between processes. */
const UNSHARED_WORLDS = ['sqlite', 'memory'];

/** @param env Environment of the build: the platform sets the same variables for functions. */
export function checkEnvironment(env: Record<string, string | undefined> = process.env): WorkflowError[] {
  const world = env['WORKFLOW_WORLD'] || 'sqlite';
  return [
    ...(UNSHARED_WORLDS.includes(world) ? [platformWarning('platform_world_unshared', { world })] : []),
    ...(env['CRON_SECRET'] ? [] : [platformWarning('platform_cron_secret_missing', {})]),
  ];
}
