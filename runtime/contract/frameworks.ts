/** The frameworks that compile workflows with one line in their configuration. */

/** By the package whose presence tells the framework; frameworks before what they are made of. */
const LINES = [
  ['nuxt', `modules: ['workflow/nuxt'] in nuxt.config`],
  ['next', 'export default withWorkflow(nextConfig) in next.config, from "workflow/next"'],
  ['@sveltejs/kit', 'plugins: [workflowPlugin(), sveltekit()] in vite.config, from "workflow/sveltekit"'],
  ['astro', 'integrations: [workflow()] in astro.config, from "workflow/astro"'],
  ['@nestjs/core', 'imports: [WorkflowModule.forRoot()] in the root module, from "workflow/nest"'],
  [
    'nitro',
    `modules: ['workflow/nitro'] in nitro.config, or, where Vite builds Nitro, plugins: [workflow(), nitro()] in vite.config, from "workflow/vite"`,
  ],
  ['nitropack', `modules: ['workflow/nitro'] in nitro.config`],
  ['vite', 'plugins: [workflow()] in vite.config, from "workflow/vite"'],
] as const;

/** A package that tells a framework. */
export type FrameworkPackage = (typeof LINES)[number][0];

const findLine = (dependencies: readonly string[]) => LINES.find(([name]) => dependencies.includes(name));

/** The package that tells the framework among the dependencies of an application; `null`: it has none. */
export const frameworkPackage = (dependencies: readonly string[]): FrameworkPackage | null =>
  findLine(dependencies)?.[0] ?? null;

/** The line that this framework needs, and where. */
export const lineOfFramework = (dependencies: readonly string[]): string | undefined => findLine(dependencies)?.[1];
