/** The explanations of the errors that all integrations share, of servers, and of the hosting platform. */
import { platformWarning } from '../platform/messages.ts';
import { serverError } from '../server/messages.ts';
import { integrationError } from '../shared/messages.ts';
import { code, explainCatalogue, type Area } from '../../runtime/contract/explanation.ts';

/** Explains the errors that all integrations share, for `docs/errors` and `workflow explain`. */
export const integrationArea: Area = {
  title: 'Frameworks in general',
  about: 'When an application with an integration is built or started.',
  errors: explainCatalogue(integrationError, {
    integration_option_invalid: {
      sample: { option: 'workflow.dirs', expected: 'a list of folders', found: '"flows"' },
      why: `Options are checked before they are used, so that a mistake in the configuration is an error at the start
and not an application without workflows.`,
      wrong: { 'nitro.config.ts': `export default defineNitroConfig({ workflow: { dirs: 'flows' } });` },
      right: { 'nitro.config.ts': `export default defineNitroConfig({ workflow: { dirs: ['flows'] } });` },
      see: ['integration_option_unknown', 'nitro', 'nuxt', 'next', 'nest', 'sveltekit', 'astro', 'vite', 'server'],
    },
    integration_option_unknown: {
      sample: { option: 'workflow.dir', known: 'dirs, typescriptPlugin, runtime, layerDirs' },
      why: `No option has this name, so it would have no effect. The message lists the options that exist.`,
      wrong: { 'nitro.config.ts': `export default defineNitroConfig({ workflow: { dir: ['flows'] } });` },
      right: { 'nitro.config.ts': `export default defineNitroConfig({ workflow: { dirs: ['flows'] } });` },
      see: ['integration_option_invalid', 'integration_option_misplaced'],
    },
    integration_option_misplaced: {
      sample: { option: 'workflow.dirs', place: 'nitro.workflow.dirs' },
      why: `In Nuxt, Nitro builds the workflows, so options of the build belong to Nitro's options. The module itself
has only the option \`typescriptPlugin\`.`,
      wrong: {
        'nuxt.config.ts': code`
          export default defineNuxtConfig({
            modules: ['workflow/nuxt'],
            workflow: { dirs: ['flows'] },
          });
        `,
      },
      right: {
        'nuxt.config.ts': code`
          export default defineNuxtConfig({
            modules: ['workflow/nuxt'],
            nitro: { workflow: { dirs: ['flows'] } },
          });
        `,
      },
      see: ['nuxt'],
    },
    integration_folder_missing: {
      sample: { option: 'dirs', folder: 'flow', rootDir: '/app' },
      why: `A folder that you name must exist. With a misspelled name, the application would start without workflows,
and its unfinished runs would be parked. Default folders may be missing.`,
      wrong: { sh: 'workflow build --dirs flow' },
      right: { sh: 'workflow build --dirs flows' },
      see: ['server_workflows_missing'],
    },
    integration_route_taken: {
      sample: { route: '/.well-known/workflow/v1', place: '/app/routes/.well-known/workflow/v1' },
      why: `Webhooks, wake-ups and the manifest are served below \`/.well-known/workflow/v1\`. With your own
route there, Nitro would silently pick one of the two.`,
      see: ['nitro'],
    },
    integration_engine_twice: {
      sample: { rootDir: '/app' },
      why: `The project builds with two versions of Nitro, and both load \`workflow/nitro\`: "nitropack" is version 2,
which comes with Nuxt 4, and "nitro" is version 3. Both would serve the same routes, each with its own runtime and
worker.`,
      wrong: {
        'nuxt.config.ts': `export default defineNuxtConfig({ modules: ['workflow/nuxt'] });`,
        'vite.config.ts': `export default { plugins: [nitro({ modules: ['workflow/nitro'] })] };`,
      },
      right: {
        'nuxt.config.ts': `export default defineNuxtConfig({ modules: ['workflow/nuxt'] });`,
      },
      see: ['nitro', 'nuxt'],
    },
    integration_body_parsed: {
      why: `A webhook delivers the request byte for byte as it was sent, so that your code can check a signature. A body
parser that runs first consumes these bytes and keeps only an object. The sender gets an error, and nothing is
delivered.`,
      wrong: code`
        app.use(express.json());
        app.use(toNodeHandler(workflow));
      `,
      right: code`
        app.use(toNodeHandler(workflow));
        app.use(express.json());
      `,
      see: ['server', 'nest', 'program'],
    },
    integration_request_failed: {
      why: `The request handler failed before it had a response, so the caller got status 500. Callers get no details:
the server logs the error in the line \`A request could not be answered\`. The cause lies outside of the workflow
routes, for example in middleware of the application. Errors inside the routes have their own codes.`,
      see: ['store_unavailable', 'integration_body_parsed', 'server'],
    },
  }),
};

/** Explains the errors of `workflow/server` and `workflow/register`, for `docs/errors` and `workflow explain`. */
export const serverArea: Area = {
  title: 'Any server',
  about: '`workflow/server`, `workflow/register`, and commands that need a build.',
  errors: explainCatalogue(serverError, {
    server_workflows_missing: {
      sample: { dirs: 'workflows', outDir: '.workflow', rootDir: '/app' },
      why: `\`createHandler()\` builds the workflows from their sources, or uses an existing build if there are no
sources. It found neither. Folders are relative to \`rootDir\`, which defaults to the nearest folder with a
\`package.json\`.`,
      wrong: code`
        const workflow = createHandler(); // the workflows are in "src/flows"
      `,
      right: code`
        const workflow = createHandler({ dirs: ['src/flows'] });
      `,
      see: ['server', 'server_build_missing'],
    },
    server_build_missing: {
      sample: { outDir: '/app/.workflow' },
      why: `\`skipBuild\` and \`workflow worker\` build nothing: they need a build that \`workflow build\` made with the
same \`outDir\`.`,
      wrong: { sh: 'workflow worker' },
      right: { sh: 'workflow build && workflow worker' },
      see: ['program', 'server'],
    },
    server_root_differs: {
      sample: { rootDir: '/app/server', registered: '/app' },
      why: `The id of a workflow contains its path from the root. \`workflow/register\` takes the project in which the
process started as the root, but the build would use another one. \`start()\` would then ask for workflows that the
build does not have.`,
      wrong: { sh: 'cd / && node --import workflow/register /app/server.ts' },
      right: { sh: 'cd /app && node --import workflow/register server.ts' },
      see: ['server', 'workflow_code_missing'],
    },
    server_address_unknown: {
      why: `A warning, printed once. Webhook URLs need a host. In production, the headers of a request are not a safe
source, because a caller can write any host there. Bun and Deno do not tell where a server listens.`,
      wrong: { sh: 'NODE_ENV=production bun server.ts' },
      right: { sh: 'NODE_ENV=production WORKFLOW_BASE_URL=https://example.com bun server.ts' },
      see: ['settings', 'server'],
    },
    server_options_conflict: {
      why: `\`watch\` builds again whenever a source changes, and \`skipBuild\` never builds.`,
      wrong: code`
        createHandler({ watch: true, skipBuild: true });
      `,
      right: code`
        createHandler({ skipBuild: process.env.NODE_ENV === 'production' });
      `,
      see: ['server'],
    },
    register_syntax_unsupported: {
      sample: { file: '/app/workflows/mail.tsx' },
      why: `With \`workflow/register\` Node itself runs your files. It strips the types from TypeScript and does
nothing else, so files with JSX need a compiler first.`,
      wrong: { sh: 'node --import workflow/register server.tsx' },
      right: { sh: 'vite build && node dist/server.js' },
      see: ['server', 'vite'],
    },
  }),
};

/** Explains the warnings about the hosting platform, for `docs/errors` and `workflow explain`. */
export const platformArea: Area = {
  title: 'The hosting platform',
  about: 'Warnings of a build that turns an application into functions.',
  errors: explainCatalogue(platformWarning, {
    platform_world_unshared: {
      sample: { world: 'sqlite', platform: 'Vercel' },
      why: `Each function has its own disk and memory, which are lost when it ends. The next function cannot find a run
that another one stored there. With \`WORKFLOW_WORLD=postgres\` all of them share one database. A folder that all functions
mount, named by \`WORKFLOW_DATA_DIR\`, is taken as it is.`,
      right: { sh: 'npm install pg   # and in the settings of the project: WORKFLOW_WORLD=postgres, DATABASE_URL' },
      see: ['host_without_store', 'settings', 'postgres'],
    },
    platform_cron_secret_missing: {
      sample: { platform: 'Vercel' },
      why: `On the hosting platform, no process waits for a sleep to end. Cron calls wake sleeping runs, and the route
accepts them only with the secret, because each call costs money. Without \`CRON_SECRET\` it refuses them, so a sleeping
run continues only when another request arrives.`,
      right: { sh: 'openssl rand -hex 32   # the value of CRON_SECRET in the settings of the project' },
      see: ['cron_secret_wrong', 'settings'],
    },
    platform_without_node: {
      sample: { platform: 'Cloudflare' },
      why: `Workflow code runs in a realm of \`node:vm\`, and the store needs threads and connections to a database. The
runtimes of edges and of Cloudflare's Workers have none of these.`,
      see: ['platform_world_unshared'],
    },
  }),
};
