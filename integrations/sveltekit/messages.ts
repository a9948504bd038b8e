/** Errors that only users of SvelteKit can meet. */
import { defineErrors } from '../../runtime/contract/errors.ts';

/** Makes errors by code; the message ends with the fix. */
export const sveltekitError = defineErrors({
  sveltekit_plugin_missing: {
    message: () => 'The plugin workflowPlugin() found no SvelteKit beside it.',
    fix: () =>
      'write "plugins: [workflowPlugin(), sveltekit()]" in vite.config, with @sveltejs/kit 2.62 or later installed; without SvelteKit use "workflow/vite"',
  },
  sveltekit_version_unsupported: {
    message: ({ module }: { module: string }) =>
      `This version of SvelteKit does not load "${module}", so the workflow routes cannot be put into its server.`,
    fix: () => 'install a version of @sveltejs/kit that is supported: 2.62 or later, or 3',
  },
});
