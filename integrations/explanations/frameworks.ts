/** The explanations of the errors that only one framework has. */
import { astroError } from '../astro/messages.ts';
import { nextError } from '../next/messages.ts';
import { sveltekitError } from '../sveltekit/messages.ts';
import { code, explainCatalogue, type Area } from '../../runtime/contract/explanation.ts';

/** Explains the errors of `workflow/next`, for `docs/errors` and `workflow explain`. */
export const nextArea: Area = {
  title: 'Next',
  about: '`workflow/next`, in `next dev` and `next build`.',
  errors: explainCatalogue(nextError, {
    integration_next_too_old: {
      sample: { version: '15.4.0' },
      why: `The integration uses what Turbopack offers since Next 16. Older versions have no supported way to do it.`,
      wrong: { sh: 'npm install next@15' },
      right: { sh: 'npm install next@latest' },
      see: ['next'],
    },
    integration_next_copies: {
      sample: { used: '/repo/node_modules/workflow', found: '/repo/apps/web/node_modules/workflow' },
      why: `The copy that \`next.config\` imports makes the build, and the one that the application finds runs it.
What they agree on may differ between versions, so there has to be one. In a monorepo, the package belongs to the
project of \`next.config\`.`,
      wrong: { sh: 'npm install workflow   # in the root and in apps/web' },
      right: { sh: 'npm install workflow --workspace apps/web' },
      see: ['next', 'runtime_version_differs'],
    },
    integration_next_static: {
      why: `With \`output: 'export'\` the result is files for any web server. Runs, webhooks and server actions need a
process.`,
      wrong: { 'next.config.ts': `export default withWorkflow({ output: 'export' });` },
      right: { 'next.config.ts': `export default withWorkflow({ output: 'standalone' });` },
      see: ['next'],
    },
    integration_next_out_dir: {
      sample: { outDir: '.next/workflow', distDir: '.next' },
      why: `Next empties the folder of its build after the workflows have been built, and Turbopack refuses to read
sources from there.`,
      wrong: { 'next.config.ts': `export default withWorkflow({}, { outDir: '.next/workflow' });` },
      right: { 'next.config.ts': `export default withWorkflow();` },
      see: ['next'],
    },
    integration_next_extension: {
      sample: { extensions: 'mdx' },
      why: `The integration adds a route to the application, and Next takes a file for a route only if its ending is
in \`pageExtensions\`. None of these is a language in which a route can be written.`,
      wrong: { 'next.config.ts': `export default withWorkflow({ pageExtensions: ['mdx'] });` },
      right: { 'next.config.ts': `export default withWorkflow({ pageExtensions: ['mdx', 'ts', 'tsx'] });` },
      see: ['next'],
    },
    integration_next_proxy: {
      sample: {
        file: 'proxy.ts',
        path: '/.well-known/workflow/v1/…',
        matcher: String.raw`"/((?!\\.well-known/workflow/).*)"`,
      },
      why: `A warning. \`proxy.ts\` (\`middleware.ts\` before) runs ahead of all routes that its matcher names, and it
names those of the workflows too. One that redirects visitors to a login would do that to webhooks.`,
      wrong: {
        'proxy.ts': code`
          export const config = { matcher: '/:path*' };
        `,
      },
      right: {
        'proxy.ts': code`
          export const config = { matcher: '/((?!\\\\.well-known/workflow/).*)' };
        `,
      },
      see: ['next', 'program'],
    },
    integration_next_slash: {
      why: `A warning. With both options Next answers a request without a slash at its end with a redirect to the
address with one. It makes an exception for \`/.well-known\`, but not below a base path. Many senders of webhooks do
not follow redirects.`,
      wrong: { 'next.config.ts': `export default withWorkflow({ basePath: '/shop', trailingSlash: true });` },
      right: {
        'next.config.ts': code`
          export default withWorkflow({
            basePath: '/shop',
            trailingSlash: true,
            skipTrailingSlashRedirect: true,
          });
        `,
      },
      see: ['next'],
    },
    integration_next_target: {
      sample: { file: 'workflows/order.ts' },
      why: `\`start()\` needs the store, which exists where Node runs. The file was imported by a client component, or
by a route for the edge runtime, so it would be bundled for the browser with all that steps import.`,
      wrong: {
        'app/button.tsx': code`
          'use client';
          import { start } from 'workflow/api';
          import { order } from '../workflows/order';

          export const Buy = () => <button onClick={() => start(order, ['o-1'])}>Buy</button>;
        `,
      },
      right: {
        'app/actions.ts': code`
          'use server';
          import { start } from 'workflow/api';
          import { order } from '../workflows/order';

          export async function buy(orderId: string) {
            const { runId } = await start(order, [orderId]);
            return runId;
          }
        `,
        'app/button.tsx': code`
          'use client';
          import { buy } from './actions';

          export const Buy = () => <button onClick={() => buy('o-1')}>Buy</button>;
        `,
      },
      see: ['next'],
    },
  }),
};

/** Explains the errors of `workflow/sveltekit`, for `docs/errors` and `workflow explain`. */
export const sveltekitArea: Area = {
  title: 'SvelteKit',
  about: '`workflow/sveltekit`, when Vite starts or builds.',
  errors: explainCatalogue(sveltekitError, {
    sveltekit_plugin_missing: {
      why: `The plugin puts the workflow routes into the server that SvelteKit makes, and asks SvelteKit's own plugin
where what is. That one is not in the configuration, or is of a version that does not tell.`,
      wrong: { 'vite.config.ts': `export default defineConfig({ plugins: [workflowPlugin()] });` },
      right: { 'vite.config.ts': `export default defineConfig({ plugins: [workflowPlugin(), sveltekit()] });` },
      see: ['sveltekit', 'vite'],
    },
    sveltekit_version_unsupported: {
      sample: { module: 'src/runtime/server/respond.js' },
      why: `The routes are answered by a module that stands in for one of SvelteKit's. This version does not import
that module, so the server would be built without the routes; the build fails instead.`,
      wrong: { sh: 'npm install @sveltejs/kit@2.20' },
      right: { sh: 'npm install @sveltejs/kit@latest' },
      see: ['sveltekit'],
    },
  }),
};

/** Explains the errors of `workflow/astro`, for `docs/errors` and `workflow explain`. */
export const astroArea: Area = {
  title: 'Astro',
  about: '`workflow/astro`, in `astro build`.',
  errors: explainCatalogue(astroError, {
    astro_adapter_missing: {
      why: `Without an adapter Astro makes a folder of files. Runs and webhooks need a process that goes on, which an
adapter for a server gives. Pages that are prerendered stay files.`,
      wrong: { 'astro.config.mjs': `export default defineConfig({ integrations: [workflow()] });` },
      right: {
        'astro.config.mjs': code`
          export default defineConfig({
            adapter: node({ mode: 'standalone' }),
            integrations: [workflow()],
          });
        `,
      },
      see: ['astro'],
    },
    astro_adapter_unsupported: {
      sample: { adapter: 'my-adapter', module: 'astro/app/entrypoint' },
      why: `The routes are answered by a module that stands in for the one from which adapters for Astro 7 make their
application. This adapter does not import it, so the server would be built without the routes; the build fails
instead.`,
      wrong: { sh: 'npm install @astrojs/node@9' },
      right: { sh: 'npx astro add node' },
      see: ['astro'],
    },
  }),
};
