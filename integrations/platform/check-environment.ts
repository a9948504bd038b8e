/** What users of the hosting platform should know before they deploy. */
import type { WorkflowError } from '../../runtime/contract/errors.ts';
import { platformWarning } from './messages.ts';

/** Worlds of which each machine, or even each process, has its own. */
const UNSHARED_WORLDS = ['sqlite', 'memory'];

/** @param env Of the build, where the platform sets what functions will have. */
export function checkEnvironment(env: Record<string, string | undefined> = process.env): WorkflowError[] {
  const world = env['WORKFLOW_WORLD'] || 'sqlite';
  return [
    ...(UNSHARED_WORLDS.includes(world) ? [platformWarning('platform_world_unshared', { world })] : []),
    ...(env['CRON_SECRET'] ? [] : [platformWarning('platform_cron_secret_missing', {})]),
  ];
}
