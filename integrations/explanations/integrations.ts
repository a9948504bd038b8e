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
      why: `Options are checked before anything is done with them, so that a slip in a configuration is an error at
the start and not an application without workflows.`,
      wrong: { 'nitro.config.ts': `export default defineNitroConfig({ workflow: { dirs: 'flows' } });` },
      right: { 'nitro.config.ts': `export default defineNitroConfig({ workflow: { dirs: ['flows'] } });` },
      see: ['integration_option_unknown', 'nitro', 'nuxt', 'next', 'nest', 'sveltekit', 'astro', 'vite', 'server'],
    },
    integration_option_unknown: {
      sample: { option: 'workflow.dir', known: 'dirs, typescriptPlugin, runtime, layerDirs' },
      why: `There is no option of this name, so it would have no effect. The message lists those that there are.`,
      wrong: { 'nitro.config.ts': `export default defineNitroConfig({ workflow: { dir: ['flows'] } });` },
      right: { 'nitro.config.ts': `export default defineNitroConfig({ workflow: { dirs: ['flows'] } });` },
      see: ['integration_option_invalid', 'integration_option_misplaced'],
    },
    integration_option_misplaced: {
      sample: { option: 'workflow.dirs', place: 'nitro.workflow.dirs' },
      why: `In Nuxt the workflows are built by Nitro, so what is about the build belongs to Nitro's own options. Only
\`typescriptPlugin\` is an option of the module.`,
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
      why: `A folder that you name must be there: with a misspelled one the application would start without workflows,
and runs that are under way would be parked. Folders that are only defaults may be missing.`,
      wrong: { sh: 'workflow build --dirs flow' },
      right: { sh: 'workflow build --dirs flows' },
      see: ['server_workflows_missing'],
    },
    integration_route_taken: {
      sample: { route: '/.well-known/workflow/v1', place: '/app/routes/.well-known/workflow/v1' },
      why: `Webhooks, wake-ups and the manifest are served below \`/.well-known/workflow/v1\`. With a route of your
own there, Nitro would take one of the two without a word.`,
      see: ['nitro'],
    },
    integration_engine_twice: {
      sample: { rootDir: '/app' },
      why: `In one project both versions of Nitro build with \`workflow/nitro\`: "nitropack" is version 2, which Nuxt
4 brings, and "nitro" is version 3. Both would serve the same routes, each with a runtime and a worker of its own.`,
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
      why: `A webhook delivers the request as it was sent, byte by byte, so that a signature can be checked. A body
parser that comes first reads the bytes off the connection and leaves an object behind. The request is answered with
an error, and nothing is delivered.`,
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
      why: `The handler of the routes failed before there was an answer, so the caller got a 500. Callers get no
details; the line \`A request could not be answered\` in the log of the server has the error. It comes of what stands around
the routes, such as middleware of the application; what fails in the routes has codes of its own.`,
      see: ['store_unavailable', 'integration_body_parsed', 'server'],
    },
    integration_thread_unplaced: {
      sample: { file: '/app/node_modules/workflow/dist/runtime/world/sqlite/thread-channel.js' },
      why: `SQLite runs on a thread of its own, whose file has to be put into the output of a bundler; for that, one
line of this package is rewritten. The line is not there, so the installed files are not those of one version.`,
      wrong: { sh: 'npm install workflow   # interrupted' },
      right: { sh: 'rm -rf node_modules/workflow && npm install' },
      see: ['world_thread_lost'],
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
      why: `\`createHandler()\` builds the workflows from their sources, or takes a build where the sources are not.
It found neither, so there would be nothing to run. The folders count from \`rootDir\`, by default the nearest folder
with a \`package.json\`.`,
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
      why: `With \`skipBuild\`, and in \`workflow worker\`, nothing is built: the build must be there, made by
\`workflow build\` with the same \`outDir\`.`,
      wrong: { sh: 'workflow worker' },
      right: { sh: 'workflow build && workflow worker' },
      see: ['program', 'server'],
    },
    server_root_differs: {
      sample: { rootDir: '/app/server', registered: '/app' },
      why: `The id of a workflow is its path from the root. \`workflow/register\` compiles the application with ids
from the folder in which the process started, and the build would have ids from another one: \`start()\` would name
workflows that the build does not have.`,
      wrong: { sh: 'cd / && node --import workflow/register /app/server.ts' },
      right: { sh: 'cd /app && node --import workflow/register server.ts' },
      see: ['server', 'workflow_code_missing'],
    },
    server_address_unknown: {
      why: `A warning, given once. The addresses of webhooks need a host, and in production the headers of a request
may claim any, so they are not used for it. Bun and Deno do not tell where a server listens.`,
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
      why: `With \`workflow/register\` Node itself runs your files. It takes types away from TypeScript and does
nothing else, so files with JSX need a compiler before.`,
      wrong: { sh: 'node --import workflow/register server.tsx' },
      right: { sh: 'vite build && node dist/server.js' },
      see: ['server', 'vite'],
    },
  }),
};

/** Explains the warnings about the hosting platform, for `docs/errors` and `workflow explain`. */
export const platformArea: Area = {
  title: 'The hosting platform',
  about: 'Warnings of a build that makes functions of an application.',
  errors: explainCatalogue(platformWarning, {
    platform_world_unshared: {
      sample: { world: 'sqlite' },
      why: `Each function has a disk and a memory of its own, which end with it. A run that one of them stored there
cannot be found by the next.`,
      see: ['settings', 'nitro'],
    },
    platform_cron_secret_missing: {
      why: `On the hosting platform no process waits for a sleep to end: a cron call does, and only with the secret,
because each call costs. Without \`CRON_SECRET\` the route does not take such calls, so runs that sleep go on only
when some other request comes.`,
      right: { sh: 'openssl rand -hex 32   # the value of CRON_SECRET in the settings of the project' },
      see: ['cron_secret_wrong', 'settings'],
    },
  }),
};
