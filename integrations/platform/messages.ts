/** Warnings about the hosting platform. */
import { defineErrors } from '../../runtime/contract/errors.ts';

/** Makes warnings by code; the message ends with the fix. */
export const platformWarning = defineErrors({
  platform_world_unshared: {
    message: ({ world }: { world: string }) =>
      `The World "${world}" keeps runs on the machine of one process, but on the hosting platform functions share no disk and no memory: most runs would not be found again.`,
    fix: () =>
      'set WORKFLOW_WORLD to a World that all functions reach, or deploy to a host with a disk that stays (such as the preset "node-server").',
  },
  platform_cron_secret_missing: {
    message: () =>
      'CRON_SECRET is not set, so the flow route refuses the cron calls of the hosting platform, and no sleep ends before another request comes.',
    fix: () => 'set CRON_SECRET to a long random text in the settings of the project.',
  },
});
