/** Gives the application's own code its view of files with directives: workflows become references that can be started. */
import type { Nitro } from 'nitro/types';
import type { Plugin } from 'rolldown';
import { workflow as forRolldown } from '../../compiler/entries/rolldown.ts';
import { workflow as forRollup } from '../../compiler/entries/rollup.ts';
import { OWN_FOLDERS } from '../../compiler/own-code.ts';
import { stepSourceMap } from '../shared/step-source-map.ts';
import { storeThreadChunk } from '../shared/store-thread-chunk.ts';
import { withLastGoodResult } from '../shared/last-good-result.ts';
import { keepOutside } from './keep-outside.ts';
import { isBuiltByVite, isLegacy } from './nitro-kinds.ts';
import type { NitroProject } from './options.ts';

/** Puts the plugin before all others, which would take the directives for dead text. */
export function compileApplication(nitro: Nitro, project: NitroProject): void {
  nitro.hooks.hook('rollup:before', (_, config) => {
    const view = clientView(nitro, project);
    const plugins = nitro.options.dev ? forDevelopment(view, nitro, project) : forProduction(view, nitro, project);
    (config.plugins as Plugin[]).unshift(...plugins);
  });
}

/** The package runs from where it is installed. Vite does that by itself. */
function forDevelopment(view: Plugin, nitro: Nitro, { outDir }: NitroProject): Plugin[] {
  return [withLastGoodResult(view), ...(isBuiltByVite(nitro) ? [] : [keepOutside([outDir, ...OWN_FOLDERS])])];
}

/** The package is part of the output. */
function forProduction(view: Plugin, nitro: Nitro, { outDir }: NitroProject): Plugin[] {
  return [view, storeThreadChunk({ metaUrl: isLegacy(nitro) ? 'entry' : 'chunk' }), stepSourceMap(() => outDir)];
}

function clientView({ options }: Nitro, { rootDir, outDir }: NitroProject): Plugin {
  const create = options.builder === 'rolldown' ? forRolldown : forRollup;
  return create({ rootDir, outDir }) as Plugin;
}
