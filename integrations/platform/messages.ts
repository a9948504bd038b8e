/** Warnings about the hosting platform. */
import { defineErrors } from '../../runtime/contract/errors.ts';

/** Makes warnings by code; the message ends with the fix. */
export const platformWarning = defineErrors({
  platform_world_unshared: {
    message: ({ world, platform }: { world: string; platform: string }) =>
      `The World "${world}" keeps runs on one machine, but the functions of ${platform} share no disk and no memory, so runs would get lost; the functions refuse to start any.`,
    fix: () =>
      'set WORKFLOW_WORLD=postgres and DATABASE_URL for the build and the functions, and install pg; or deploy to a host with a permanent disk (for example with the preset "node-server")',
  },
  platform_cron_secret_missing: {
    message: ({ platform }: { platform: string }) =>
      `CRON_SECRET is not set, so the flow route refuses the cron calls of ${platform}, and a sleep ends only when another request arrives.`,
    fix: () => 'set CRON_SECRET to a long random text in the project settings',
  },
  platform_without_node: {
    message: ({ platform }: { platform: string }) =>
      `${platform} does not run functions on Node, so workflows cannot run there.`,
    fix: () => 'deploy to functions on Node, such as those of Vercel, Netlify or AWS Lambda, or to a server',
  },
});
