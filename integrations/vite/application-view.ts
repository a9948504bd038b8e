/** Compiles the application's own files with directives, so that it can start the workflows that it imports. */
import type { Plugin as RolldownPlugin } from 'rolldown';
import type { Plugin, Rollup } from 'vite';
import { applicationView, type ApplicationPluginOptions } from '../../compiler/plugin/application-plugin.ts';
import { noteDirectives, packagesInBuild } from '../shared/application-files.ts';
import { forVite } from '../shared/for-vite.ts';
import { withLastGoodResult } from '../shared/last-good-result.ts';
import { isForPeople } from './development-plugin.ts';
import { isServedForPages } from './page-steps.ts';

/**
 * The plugins for the view of the application. They must come before all others, which would treat directives as dead
 * text. In development a file that does not compile keeps its last good view, and files beside sources stay there.
 */
export function applicationViewPlugins({
  runsSteps,
  ...options
}: Omit<ApplicationPluginOptions, 'onDirectives' | 'packages'> & { runsSteps(): boolean }): ViewPlugin[] {
  const create = (others: ApplicationPluginOptions) =>
    applicationView.vite({ ...options, ...others, onDirectives: noteDirectives, packages: packagesInBuild });
  const served = create({
    embedsFiles: false,
    tellsServer: false,
    runsSteps: (context) => runsSteps() && isRunHere(context, options.layerModules?.() !== undefined),
  });
  const forDevelopment = withLastGoodResult(served as unknown as RolldownPlugin);
  return [
    { ...forVite(forDevelopment), apply: 'serve', applyToEnvironment: isNotNitro },
    { ...create({ runsSteps }), apply: 'build', applyToEnvironment: isNotNitro },
  ];
}

type ViewPlugin = Plugin & { apply: 'serve' | 'build' };

/** Whether a development server itself runs what it compiles, or Nitro beside it, and a person uses it. */
function isRunHere({ environment }: Partial<Pick<Rollup.PluginContext, 'environment'>>, isBesideNitro: boolean) {
  if (environment === undefined || !isForPeople(environment.getTopLevelConfig())) return false;
  return isBesideNitro ? isServedForPages(environment) : 'runner' in environment;
}

/** Nitro's own environment gets the view from `workflow/nitro`. */
const isNotNitro = ({ name }: { name: string }): boolean => name !== 'nitro';
