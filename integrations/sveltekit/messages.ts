/** Errors that only users of SvelteKit can meet. */
import { defineErrors } from '../../runtime/contract/errors.ts';

/** Makes errors by code; the message ends with the fix. */
export const sveltekitError = defineErrors({
  sveltekit_plugin_missing: {
    message: () => 'workflowPlugin() did not find the plugin of SvelteKit.',
    fix: () =>
      'write "plugins: [workflowPlugin(), sveltekit()]" in vite.config, with @sveltejs/kit 2.62 or later; without SvelteKit use "workflow/vite"',
  },
  sveltekit_version_unsupported: {
    message: ({ module }: { module: string }) =>
      `This version of SvelteKit does not load "${module}", so its server would have no workflow routes.`,
    fix: () => 'install a supported version of @sveltejs/kit: 2.62 or later, or 3',
  },
});
