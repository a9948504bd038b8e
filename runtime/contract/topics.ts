/** Places in the documentation to which explanations link. */

/** Titles and pages of topics, by name; pages are relative to `docs`. */
export const TOPICS = {
  steps: { title: 'Steps', page: 'workflows.md#steps' },
  waiting: { title: 'Waiting', page: 'workflows.md#waiting' },
  streams: { title: 'Streams', page: 'workflows.md#streams' },
  children: { title: 'Children, and runs without end', page: 'workflows.md#children-and-runs-without-end' },
  ending: { title: 'Ending', page: 'workflows.md#ending' },
  changes: { title: 'Changing code', page: 'workflows.md#changing-code' },
  values: { title: 'Values', page: 'workflows.md#values' },
  starting: { title: 'Starting', page: 'api.md#starting' },
  run: { title: 'A run', page: 'api.md#a-run' },
  hooks: { title: 'Hooks', page: 'api.md#hooks' },
  lists: { title: 'Lists', page: 'api.md#lists' },
  globals: { title: 'Globals in workflows', page: 'globals.md' },
  mcp: { title: 'Tools of MCP servers', page: 'agent-mcp.md' },
  program: { title: 'The program workflow', page: 'cli.md' },
  dashboard: { title: 'The dashboard', page: 'dashboard.md' },
  operations: { title: 'Operations', page: 'operations.md' },
  postgres: { title: 'PostgreSQL', page: 'postgres.md' },
  scaling: { title: 'Scaling', page: 'scaling.md' },
  settings: { title: 'Settings', page: 'settings.md' },
  secrets: { title: 'Secrets', page: 'secrets.md' },
  promises: { title: 'What is promised', page: 'promises.md' },
  agents: { title: 'Agents', page: 'agent.md' },
  agentChat: { title: 'Chats with agents', page: 'agent-chat.md' },
  agentTesting: { title: 'Testing agents', page: 'agent-testing.md' },
  astro: { title: 'Astro', page: 'frameworks/astro.md' },
  nest: { title: 'NestJS', page: 'frameworks/nest.md' },
  next: { title: 'Next', page: 'frameworks/next.md' },
  nitro: { title: 'Nitro', page: 'frameworks/nitro.md' },
  nuxt: { title: 'Nuxt', page: 'frameworks/nuxt.md' },
  server: { title: 'Any server', page: 'frameworks/server.md' },
  sveltekit: { title: 'SvelteKit', page: 'frameworks/sveltekit.md' },
  vite: { title: 'Vite', page: 'frameworks/vite.md' },
} as const satisfies Record<string, { title: string; page: string }>;

/** A topic that the `see` of an explanation can name. */
export type Topic = keyof typeof TOPICS;
