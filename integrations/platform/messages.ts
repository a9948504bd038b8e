/** Warnings about the hosting platform. */
import { defineErrors } from '../../runtime/contract/errors.ts';

/** Makes warnings by code; the message ends with the fix. */
export const platformWarning = defineErrors({
  platform_world_unshared: {
    message: ({ world }: { world: string }) =>
      `The World "${world}" keeps runs on one machine, but the functions of the hosting platform share no disk and no memory, so most runs would get lost.`,
    fix: () =>
      'set WORKFLOW_WORLD to a World that all functions can reach, or deploy to a host with a permanent disk (for example with the preset "node-server")',
  },
  platform_cron_secret_missing: {
    message: () =>
      'CRON_SECRET is not set, so the flow route refuses the cron calls of the hosting platform, and a sleep ends only when another request arrives.',
    fix: () => 'set CRON_SECRET to a long random text in the project settings',
  },
});
