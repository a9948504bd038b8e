/** Gives the application's own code its view of files with directives: workflows become references that can be started. */
import type { Nitro } from 'nitro/types';
import type { Plugin } from 'rolldown';
import { workflow as forRolldown } from '../../compiler/entries/rolldown.ts';
import { workflow as forRollup } from '../../compiler/entries/rollup.ts';
import { storeThreadChunk } from '../shared/store-thread-chunk.ts';
import { withLastGoodResult } from './last-good-result.ts';
import { isLegacy } from './older-versions.ts';
import type { NitroProject } from './options.ts';

/** Puts the plugin before all others, which would take the directives for dead text. */
export function compileApplication(nitro: Nitro, project: NitroProject): void {
  nitro.hooks.hook('rollup:before', (_, config) => {
    const view = clientView(nitro, project);
    // Development runs the package from where it is installed.
    const plugins = nitro.options.dev
      ? [withLastGoodResult(view)]
      : [view, storeThreadChunk({ metaUrl: isLegacy(nitro) ? 'entry' : 'chunk' })];
    (config.plugins as Plugin[]).unshift(...plugins);
  });
}

function clientView({ options }: Nitro, { rootDir, outDir }: NitroProject): Plugin {
  const create = options.builder === 'rolldown' ? forRolldown : forRollup;
  return create({ rootDir, outDir }) as Plugin;
}
