/** Compiles the application's own files with directives, so that it can start the workflows that it imports. */
import type { Nitro } from 'nitro/types';
import type { Plugin } from 'rolldown';
import { OWN_FOLDERS } from '../../compiler/own-code.ts';
import { applicationView } from '../../compiler/plugin/application-plugin.ts';
import { noteDirectives, packagesInBuild } from '../shared/application-files.ts';
import { stepSourceMap } from '../shared/step-source-map.ts';
import { storeDriver } from '../shared/store-driver.ts';
import { withLastGoodResult } from '../shared/last-good-result.ts';
import { keepOutside } from './keep-outside.ts';
import { isBuiltByVite } from './nitro-kinds.ts';
import type { NitroProject } from './options.ts';
import { belongsToPages, copySteps } from './page-copies.ts';

/** Adds the plugin before all others, which would treat directives as dead text. */
export function compileApplication(nitro: Nitro, project: NitroProject): void {
  nitro.hooks.hook('rollup:before', (_, config) => {
    const view = ownView(nitro, project);
    const plugins = nitro.options.dev ? forDevelopment(view, nitro, project) : forProduction(view, nitro, project);
    (config.plugins as Plugin[]).unshift(...plugins);
  });
}

/** The package runs from its installed files. Vite does that by itself. */
function forDevelopment(view: Plugin, nitro: Nitro, { outDir }: NitroProject): Plugin[] {
  return [withLastGoodResult(view), ...(isBuiltByVite(nitro) ? [] : [keepOutside([outDir, ...OWN_FOLDERS])])];
}

/** The package becomes part of the output. */
function forProduction(view: Plugin, nitro: Nitro, project: NitroProject): Plugin[] {
  const copies = isBuiltByVite(nitro) ? [copySteps(project)] : [];
  return [view, ...copies, storeDriver(), stepSourceMap(() => project.outDir)];
}

/** Vite's pages and Nitro's server share no modules. */
function ownView(nitro: Nitro, project: NitroProject): Plugin {
  const { options } = nitro;
  const { rootDir, outDir } = project;
  const runsSteps = () => (options.dev ? !isBuiltByVite(nitro) : !belongsToPages(project));
  const create = options.builder === 'rolldown' ? applicationView.rolldown : applicationView.rollup;
  const seen = { onDirectives: noteDirectives, packages: packagesInBuild };
  return create({ rootDir, outDir, ...seen, runsSteps }) as Plugin;
}
