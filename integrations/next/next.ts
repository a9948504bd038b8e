/** `workflow/next`: durable workflows in applications that are built with Next. */
import '../../runtime/contract/node-version.ts';
import { DASHBOARD_PATHS } from '../../runtime/contract/routes.ts';
import { compileApplication } from './compile-application.ts';
import { type ConfigContext, type ConfigFunction, type NextConfig, PHASES, resolveConfig } from './next-config.ts';
import { checkWorkflowOptions, readProject, type WorkflowNextOptions } from './options.ts';
import { isOnlyReadingConfig } from './process-kind.ts';
import { findConfigDir } from './project-dir.ts';
import { traceSteps } from './boot-trace.ts';

export type { WorkflowNextOptions } from './options.ts';

/**
 * Wraps the configuration of Next: `export default withWorkflow(nextConfig)`. It must be the outermost wrapper, because
 * it returns a function.
 * @param nextConfig An object, or a function that returns one.
 * @returns The export of `next.config`.
 * @throws `integration_option_unknown`, `integration_option_invalid`. Later, when Next calls the function, also
 * `integration_folder_missing` and the errors of {@link readProject}.
 */
export function withWorkflow<Config extends object = NextConfig>(
  nextConfig: Config | ConfigFunction<Config> = {} as Config,
  options: WorkflowNextOptions = {},
): ConfigFunction<Config> {
  checkWorkflowOptions(nextConfig, options);
  const rootDir = findConfigDir();
  return async (phase: string, context: ConfigContext<Config>): Promise<Config> => {
    const config = await resolveConfig(nextConfig, phase, context);
    if (isOnlyReadingConfig()) return config;
    if (phase === PHASES.development) return (await develop(config, rootDir, options)) as Config;
    if (phase === PHASES.build) return (await build(config, rootDir, options)) as Config;
    // A production server needs nothing but its build.
    return config;
  };
}
export default withWorkflow;

async function develop(config: NextConfig, rootDir: string, options: WorkflowNextOptions): Promise<NextConfig> {
  const project = readProject(rootDir, config, options);
  // Imported only here, because it loads the compiler and the runtime.
  const { startDevelopment } = await import('./development.ts');
  await startDevelopment(project);
  return withDashboard(compileApplication(config, project, 'development'));
}

/** Folders of routes whose names begin with `_` are private to Next, so its dashboard is among the other routes. */
function withDashboard(config: NextConfig): NextConfig {
  const [source, destination] = DASHBOARD_PATHS;
  const own = { source: `${source}/:path*`, destination: `${destination}/:path*`, permanent: false };
  return { ...config, redirects: async () => [...((await config.redirects?.()) ?? []), own] };
}

async function build(config: NextConfig, rootDir: string, options: WorkflowNextOptions): Promise<NextConfig> {
  const project = readProject(rootDir, config, options);
  const { buildForProduction } = await import('./production.ts');
  await buildForProduction(project);
  return traceSteps(compileApplication(config, project, 'production'));
}
