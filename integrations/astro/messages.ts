/** Errors that only users of Astro can meet. */
import { defineErrors } from '../../runtime/contract/errors.ts';

/** Makes errors by code; the message ends with the fix. */
export const astroError = defineErrors({
  astro_too_old: {
    message: ({ version }: { version: string }) =>
      `"workflow/astro" needs Astro 6 or newer, but ${version} is installed.`,
    fix: () => 'run "npx @astrojs/upgrade"',
  },
  astro_adapter_missing: {
    message: () => 'This site has no adapter, so Astro builds static files, and these cannot run workflows.',
    fix: () => 'run "npx astro add node", or add another adapter to astro.config; prerendered pages stay static',
  },
  astro_adapter_unsupported: {
    message: ({ adapter, module }: { adapter: string; module: string }) =>
      `The adapter "${adapter}" does not load "${module}", so the site would have no workflow routes.`,
    fix: () => 'update the adapter to the version for your Astro: "npx @astrojs/upgrade"',
  },
});
