/** Compiles the application's own files with directives, so that it can start the workflows that it imports. */
import type { Nitro } from 'nitro/types';
import type { Plugin } from 'rolldown';
import { isOfProject } from '../../compiler/build/source-files.ts';
import { OWN_FOLDERS } from '../../compiler/own-code.ts';
import { applicationView } from '../../compiler/plugin/application-plugin.ts';
import { noteDirectives, packagesInBuild } from '../shared/application-files.ts';
import { stepSourceMap } from '../shared/step-source-map.ts';
import { storeDriver } from '../shared/store-driver.ts';
import { withLastGoodResult } from '../shared/last-good-result.ts';
import { keepOutside } from './keep-outside.ts';
import { isBuiltByVite } from './nitro-kinds.ts';
import type { NitroProject } from './options.ts';
import type { PageBundles } from './page-bundles.ts';

/** Adds the plugin before all others, which would treat directives as dead text. */
export function compileApplication(nitro: Nitro, project: NitroProject, pages: PageBundles): void {
  nitro.hooks.hook('rollup:before', (_, config) => {
    const view = ownView(nitro, project);
    const plugins = nitro.options.dev ? forDevelopment(view, nitro, project) : forProduction(view, project, pages);
    (config.plugins as Plugin[]).unshift(...plugins);
  });
}

/** The package runs from its installed files. Vite does that by itself. */
function forDevelopment(view: Plugin, nitro: Nitro, { outDir }: NitroProject): Plugin[] {
  return [withLastGoodResult(view), ...(isBuiltByVite(nitro) ? [] : [keepOutside([outDir, ...OWN_FOLDERS])])];
}

/** The package becomes part of the output. */
function forProduction(view: Plugin, { outDir }: NitroProject, pages: PageBundles): Plugin[] {
  const isOfUser = (id: string): boolean => isOfProject(id) || pages.has(id);
  return [view, storeDriver(), stepSourceMap(() => outDir, { isOfUser })];
}

function ownView(nitro: Nitro, project: NitroProject): Plugin {
  const { options } = nitro;
  const { rootDir, outDir } = project;
  const create = options.builder === 'rolldown' ? applicationView.rolldown : applicationView.rollup;
  const seen = { onDirectives: noteDirectives, packages: packagesInBuild };
  // Vite's development server leaves modules where they are.
  const embedsFiles = !options.dev || !isBuiltByVite(nitro);
  return create({ rootDir, outDir, ...seen, embedsFiles, runsSteps: () => true }) as Plugin;
}
