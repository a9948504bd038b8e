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
      why: `The integration needs features that Turbopack has since Next 16. Older versions have no supported
replacement.`,
      wrong: { sh: 'npm install next@15' },
      right: { sh: 'npm install next@latest' },
      see: ['next'],
    },
    integration_next_copies: {
      sample: { used: '/repo/node_modules/workflow', found: '/repo/apps/web/node_modules/workflow' },
      why: `The copy that \`next.config\` imports makes the build, and the copy that the application imports runs it.
Two versions may not fit together, so there must be one copy. In a monorepo, install the package in the project of
\`next.config\`.`,
      wrong: { sh: 'npm install workflow   # in the root and in apps/web' },
      right: { sh: 'npm install workflow --workspace apps/web' },
      see: ['next', 'runtime_version_differs'],
    },
    integration_next_static: {
      why: `\`output: 'export'\` builds static files for any web server. Runs, webhooks and server actions need a
process.`,
      wrong: { 'next.config.ts': `export default withWorkflow({ output: 'export' });` },
      right: { 'next.config.ts': `export default withWorkflow({ output: 'standalone' });` },
      see: ['next'],
    },
    integration_next_out_dir: {
      sample: { outDir: '.next/workflow', distDir: '.next' },
      why: `Next empties its build folder after the workflows have been built, and Turbopack refuses to read sources
from there.`,
      wrong: { 'next.config.ts': `export default withWorkflow({}, { outDir: '.next/workflow' });` },
      right: { 'next.config.ts': `export default withWorkflow();` },
      see: ['next'],
    },
    integration_next_extension: {
      sample: { extensions: 'mdx' },
      why: `The integration adds a route to the application. Next treats a file as a route only if its extension is in
\`pageExtensions\`, and a route cannot be written with any of the listed ones.`,
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
      why: `A warning. \`proxy.ts\` (formerly \`middleware.ts\`) runs before every route that its matcher matches, and
this matcher matches the workflow routes too. A proxy that redirects visitors to a login would also redirect webhooks.`,
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
      why: `A warning. With both options, Next redirects every address without a trailing slash to the address with
one. It excepts \`/.well-known\`, but not below a base path. Many senders of webhooks do not follow redirects.`,
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
    integration_next_layer: {
      sample: { page: '/.well-known/workflow/v1/[...path]/route' },
      why: `\`next build\` puts the steps into modules that it generates, so that they see the modules of the code that
starts them. When the server starts, it loads these modules. They are not among its files, or this version of Next
builds them in a way that is not known yet. The server goes on without running workflows.`,
      wrong: { sh: 'cp -r .next/server/pages deployed/.next/server/ # Without "app".' },
      right: { sh: 'cp -r .next deployed/' },
      see: ['next'],
    },
    integration_next_development: {
      sample: { page: '/.well-known/workflow/v1/[...path]/route' },
      why: `In development Next compiles code when a request asks for it. \`workflow/next\` asks Next's server in the same
way for the modules that it has put the steps into. For a minute Next has not answered with these modules as they are
now. The steps of before stay in use; without any, no run goes on.`,
      wrong: { sh: 'npm install next@latest # It may be newer than "workflow".' },
      right: { sh: 'npm install workflow@latest' },
      see: ['next'],
    },
    integration_next_target: {
      sample: { file: 'workflows/order.ts' },
      why: `\`start()\` needs the store, which exists only in Node. A client component or a route for the edge runtime
imports the file, so it would be bundled for the browser together with everything that its steps import.`,
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
      why: `The plugin adds the workflow routes to the server that SvelteKit builds. It reads the project's
settings from SvelteKit's own plugin. That plugin is missing from the configuration, or its version does not offer them.`,
      wrong: { 'vite.config.ts': `export default defineConfig({ plugins: [workflowPlugin()] });` },
      right: { 'vite.config.ts': `export default defineConfig({ plugins: [workflowPlugin(), sveltekit()] });` },
      see: ['sveltekit', 'vite'],
    },
    sveltekit_version_unsupported: {
      sample: { module: 'src/runtime/server/respond.js' },
      why: `The integration replaces one of SvelteKit's modules with a module that serves the routes. This version of
SvelteKit does not import that module, so the server would have no workflow routes. The build fails instead.`,
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
      why: `Without an adapter, Astro builds a folder of static files. Runs and webhooks need a running process, which a
server adapter provides. Prerendered pages stay static files.`,
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
    astro_too_old: {
      sample: { version: '5.18.2' },
      why: `The adapters of older versions create their application in another way, so a site that is built would have
no workflow routes.`,
      wrong: { sh: 'npm install astro@5' },
      right: { sh: 'npx @astrojs/upgrade' },
      see: ['astro'],
    },
    astro_adapter_unsupported: {
      sample: { adapter: 'my-adapter', module: 'astro/app/entrypoint' },
      why: `The integration replaces the module from which adapters for Astro 6 and 7 create their application. This adapter
does not import that module, so the server would have no workflow routes. The build fails instead.`,
      wrong: { sh: 'npm install @astrojs/node@9' },
      right: { sh: 'npx astro add node' },
      see: ['astro'],
    },
  }),
};
