/** The modules, names and settings of the other npm package named `workflow`, with those here. See docs/moving.md. */

/** Modules of it that have another name here. A text at the end stands for the rest of the path. */
const MODULES: readonly (readonly [RegExp, string])[] = [
  [/^@workflow\/ai\/(?:providers\/)?(anthropic|gateway|google|openai|xai)$/, 'workflow/agent/providers/$1'],
  [/^@workflow\/ai\/agent$/, 'workflow/agent'],
  [/^@workflow\/ai$/, 'workflow/agent/chat-transport'],
  [/^@workflow\/core\/runtime$/, 'workflow/api'],
  [/^@workflow\/core$/, 'workflow'],
  [/^@workflow\/errors$/, 'workflow/errors'],
  [/^@workflow\/serde$/, 'workflow'],
  [/^@workflow\/(next|nest|nitro|nuxt|sveltekit|astro|vite)$/, 'workflow/$1'],
];

/** Modules without a counterpart, by the beginning of their names: what to do instead. */
const MODULES_GONE: Readonly<Record<string, string>> = {
  '@workflow/ai/test': 'startModelServer() of workflow/agent/testing plays scripts: docs/agent-testing.md',
  '@workflow/rollup': 'the plugin is workflow/rollup: docs/bundlers.md',
  '@workflow/vitest': 'the plugin of workflow/vite compiles the files, and run.wakeUp() ends sleeps',
  '@workflow/world-local': 'the embedded store needs no package: docs/settings.md',
  '@workflow/world-postgres': 'set WORKFLOW_WORLD=postgres and WORKFLOW_DATABASE_URL: docs/postgres.md',
  '@workflow/world-vercel': 'set WORKFLOW_WORLD=postgres: docs/deploying.md',
  '@workflow/world': 'World of workflow/runtime is another interface',
};

/** Names that are missing here: what to use instead. */
const NAMES_GONE: Readonly<Record<string, string>> = {
  workflowEntrypoint: 'createHandler() of workflow/server answers all routes',
  stepEntrypoint: 'createHandler() of workflow/server answers all routes',
  getWorldHandlers: 'builds register themselves',
  healthCheck: 'GET /.well-known/workflow/v1/health, or workflow doctor',
  runStep: 'a step is called like a function',
  mockTextModel: 'startModelServer() of workflow/agent/testing: docs/agent-testing.md',
  mockSequenceModel: 'startModelServer() of workflow/agent/testing: docs/agent-testing.md',
};

/** Settings that have another name here. */
export const SETTINGS: Readonly<Record<string, string>> = {
  WORKFLOW_TARGET_WORLD: 'WORKFLOW_WORLD',
  WORKFLOW_LOCAL_DATA_DIR: 'WORKFLOW_DATA_DIR',
  WORKFLOW_LOCAL_BASE_URL: 'WORKFLOW_BASE_URL',
  WORKFLOW_POSTGRES_URL: 'WORKFLOW_DATABASE_URL',
  WORKFLOW_LOCAL_QUEUE_CONCURRENCY: 'WORKFLOW_CONCURRENCY',
  WORKFLOW_POSTGRES_WORKER_CONCURRENCY: 'WORKFLOW_CONCURRENCY',
};

/** Values of `WORKFLOW_TARGET_WORLD`. */
export const WORLDS: Readonly<Record<string, string>> = {
  local: 'sqlite',
  '@workflow/world-local': 'sqlite',
  '@workflow/world-postgres': 'postgres',
  vercel: 'postgres',
  '@workflow/world-vercel': 'postgres',
};

/** Whether a module belongs to the other package or its sisters. */
export const isOfOtherPackage = (specifier: string): boolean => /^(?:@workflow\/|workflow(?:\/|$))/.test(specifier);

/** The module that has its place; `null`: none has. Modules that keep their name are their own. */
export function moduleFor(specifier: string): string | null {
  if (!specifier.startsWith('@workflow/')) return specifier;
  const known = MODULES.find(([pattern]) => pattern.test(specifier));
  return known ? specifier.replace(...known) : null;
}

/** The way without a module that has no counterpart. */
export function adviceForModule(specifier: string): string {
  const known = Object.keys(MODULES_GONE).find((name) => specifier === name || specifier.startsWith(`${name}/`));
  return known === undefined ? 'it has no counterpart: docs/moving.md' : MODULES_GONE[known]!;
}

/** The way without a name that no module here exports. */
export const adviceForName = (name: string): string => NAMES_GONE[name] ?? 'docs/moving.md says what keeps names away';
