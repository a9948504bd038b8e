/** Builds the workflows with `vite build`, for `workflow/server` in the application's own server. */
import type { ResolvedConfig } from 'vite';
import type { BuildResult } from '../../compiler/build/builder.ts';
import { forVite } from '../shared/for-vite.ts';
import { writeGeneratedFiles } from '../shared/generated-files.ts';
import { consoleLog, ProjectBuild } from '../shared/project-build.ts';
import { stepSourceMap } from '../shared/step-source-map.ts';
import { wholeApplication } from '../shared/whole-application.ts';
import type { CommandPlugin } from './nitro.ts';
import type { ViteProject } from './options.ts';
import { PROVIDED_STEPS, provideSteps } from './provided-steps.ts';

/**
 * Builds once, however many environments Vite builds; in watch mode once for each of Vite's builds. When the graph of
 * an environment is complete, it builds again if that led to other files with directives. A failure ends Vite's build.
 */
export function productionPlugins(readProject: (config: ResolvedConfig) => ViteProject): CommandPlugin[] {
  let project: ViteProject;
  let buildNow: () => Promise<BuildResult>;
  let build: ProjectBuild;
  const buildPlugin: CommandPlugin = {
    name: 'workflow:production',
    apply: 'build',
    // It contains the compiler, which cannot be bundled and is installed on the server.
    config: () => ({ ssr: { external: ['workflow'] } }),
    configResolved(config) {
      project = readProject(config);
      build = new ProjectBuild({ ...project, loadsSources: true, log: consoleLog });
      let built: Promise<BuildResult> | null = null;
      buildNow = () => {
        writeGeneratedFiles(project.outDir, {});
        return config.build.watch ? build.buildOnce() : (built ??= build.buildOnce());
      };
    },
    async buildStart() {
      const { inputs } = await buildNow();
      for (const input of inputs) this.addWatchFile(input);
    },
    async buildEnd(error) {
      if (!error) await build.buildAgain();
    },
  };
  const outDir = (): string => project.outDir;
  const whole = wholeApplication({ outDir, beside: PROVIDED_STEPS, complete: () => build.buildAgain() });
  const forServers = [whole, provideSteps(outDir), stepSourceMap(outDir)].map((plugin): CommandPlugin => ({
    ...forVite(plugin),
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ config }) => config.consumer === 'server',
  }));
  return [buildPlugin, ...forServers];
}
