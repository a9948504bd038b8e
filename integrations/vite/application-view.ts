/** Compiles the application's own files with directives, so that it can start the workflows that it imports. */
import type { Plugin as RolldownPlugin } from 'rolldown';
import type { Plugin } from 'vite';
import { applicationView, type ApplicationPluginOptions } from '../../compiler/plugin/application-plugin.ts';
import type { DirectiveFile } from '../../compiler/plugin/directive-file.ts';
import { applicationFilesOf, packagesInBuild } from '../shared/application-files.ts';
import { forVite } from '../shared/for-vite.ts';
import { withLastGoodResult } from '../shared/last-good-result.ts';

/**
 * The plugins for the view of the application. They must come before all others, which would treat directives as dead
 * text. In development a file that does not compile keeps its last good view.
 * @param options `runsSteps` counts for production only.
 */
export function applicationViewPlugins({
  runsSteps,
  ...options
}: Omit<ApplicationPluginOptions, 'onDirectives' | 'packages'>): (Plugin & { apply: 'serve' | 'build' })[] {
  const create = (forBuild: ApplicationPluginOptions) =>
    applicationView.vite({ ...options, ...forBuild, onDirectives: noteInPages, packages: packagesInBuild });
  const forDevelopment = forVite(withLastGoodResult(create({}) as unknown as RolldownPlugin));
  const forProduction = create(runsSteps ? { runsSteps } : {});
  return [
    { ...forDevelopment, apply: 'serve', applyToEnvironment: isNotNitro },
    { ...forProduction, apply: 'build', applyToEnvironment: isNotNitro },
  ];
}

/** Nitro's own environment gets the view from `workflow/nitro`. */
const isNotNitro = ({ name }: { name: string }): boolean => name !== 'nitro';

function noteInPages(file: DirectiveFile): Promise<void> | undefined {
  const files = applicationFilesOf(file.rootDir);
  files.isInPages = true;
  return files.note(file);
}
