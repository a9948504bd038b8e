/** Errors that only users of Astro can meet. */
import { defineErrors } from '../../runtime/contract/errors.ts';

/** Makes errors by code; the message ends with the fix. */
export const astroError = defineErrors({
  astro_adapter_missing: {
    message: () => 'This site has no adapter, so it is built as files, and files can answer neither webhooks nor runs.',
    fix: () => 'run "npx astro add node", or add another adapter to astro.config; pages that are prerendered stay so',
  },
  astro_adapter_unsupported: {
    message: ({ adapter, module }: { adapter: string; module: string }) =>
      `The adapter "${adapter}" does not load "${module}", so the workflow routes cannot be put ahead of the site.`,
    fix: () => 'update the adapter: those for Astro 7 do',
  },
});
