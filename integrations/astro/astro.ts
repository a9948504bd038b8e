/** `workflow/astro`: durable workflows in sites that are built with Astro. */
import '../../runtime/contract/node-version.ts';
import { type BuildLog, ProjectBuild } from '../shared/project-build.ts';
import { applicationViewPlugins } from '../vite/application-view.ts';
import { developmentPlugin } from '../vite/development-plugin.ts';
import type { AstroConfig, AstroIntegration, AstroLogger, ConfigSetup } from './astro-interface.ts';
import { checkAstroVersion } from './astro-version.ts';
import { astroError } from './messages.ts';
import { oneCopy } from './one-copy.ts';
import { type AstroProject, checkAstroOptions, readProject, type WorkflowAstroOptions } from './options.ts';
import { productionPlugins } from './production.ts';
import { emitForAstro } from './platform-output.ts';
import { injectRoutes } from './routes.ts';

export type { WorkflowAstroOptions } from './options.ts';

/**
 * The integration: `integrations: [workflow()]`.
 * @throws `integration_option_unknown`, `integration_option_invalid`; `astro_too_old` when Astro starts.
 */
export function workflow(options: WorkflowAstroOptions = {}): AstroIntegration {
  checkAstroOptions(options);
  let command: ConfigSetup['command'];
  let config: AstroConfig;
  let build: ProjectBuild | null = null;
  const project = (): AstroProject => readProject(config, options);
  return {
    name: 'workflow',
    hooks: {
      'astro:config:setup'(setup) {
        ({ command, config } = setup);
        checkAstroVersion(config.root);
        const { rootDir, outDir } = project();
        const plugins = [
          ...applicationViewPlugins({ rootDir, outDir, runsSteps: () => true }),
          oneCopy(),
          developmentPlugin(project),
          ...productionPlugins({ outDir, readConfig: () => config, complete: async () => await build?.complete() }),
        ];
        setup.updateConfig({ vite: { plugins } });
        injectRoutes(setup);
      },
      'astro:config:done'(done) {
        ({ config } = done);
        if (command === 'build' && !config.adapter) throw astroError('astro_adapter_missing', {});
      },
      async 'astro:build:start'({ logger }) {
        build = new ProjectBuild({ ...project(), isBundled: true, loadsSources: true, log: toBuildLog(logger) });
        await build.buildOnce();
      },
      // Astro calls the adapter before.
      async 'astro:build:done'({ logger }) {
        await emitForAstro(config, logger);
      },
    },
  };
}
export default workflow;

const toBuildLog = (logger: AstroLogger): BuildLog => ({
  info: (text) => logger.info(text),
  warn: (text) => logger.warn(text),
  error: (text) => logger.error(text),
});
