/**
 * Keeps the way back from the steps in a bundled server to the user's source: bundlers do not read the map that lies beside a
 * module, and hosts write no maps of their own unless they are told to.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OutputAsset, OutputChunk, Plugin } from 'rolldown';
import { STEPS_FILE, STEPS_MAP_FILE } from '../../compiler/build/output-files.ts';

type SourceMap = NonNullable<OutputChunk['map']>;

/**
 * Where the map is: a file beside the chunk, or a comment in it. The comment is for servers that are bundled a second time, by
 * who reads no maps, but keeps the text of what was bundled in the map of the result.
 */
type MapPlace = 'beside' | 'inside';

/** A plugin for Rolldown, Rollup and Vite. @param outDir Gives the folder of the build, when it is known. */
export function stepSourceMap(outDir: () => string, place: MapPlace = 'beside'): Plugin {
  let isOurs = false;
  return {
    name: 'workflow:step-source-map',
    load: {
      order: 'pre',
      filter: { id: /[\\/]steps\.mjs$/ },
      async handler(id) {
        if (id !== join(outDir(), STEPS_FILE)) return null;
        const [code, map] = await Promise.all(
          [STEPS_FILE, STEPS_MAP_FILE].map((file) => readFile(join(outDir(), file), 'utf8')),
        );
        return { code: code!, map: map! };
      },
    },
    outputOptions(options) {
      isOurs = !options.sourcemap;
      return isOurs ? { ...options, sourcemap: 'hidden' } : options;
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          const map = bundle[`${file.fileName}.map`];
          if (file.type !== 'chunk' || map?.type !== 'asset') continue;
          const holdsSteps = file.moduleIds.includes(join(outDir(), STEPS_FILE));
          if (holdsSteps && (isOurs || isEmpty(map))) map.source = withoutSources(file.map!);
          const isInside = holdsSteps && place === 'inside';
          if (isInside) file.code = withInlineMap(file.code, withoutSources(file.map!));
          // Nobody asked for it.
          if (isOurs && (isInside || !holdsSteps)) delete bundle[map.fileName];
        }
      },
    },
  };
}

/** Nitro empties the maps of files that installed packages are part of. */
const isEmpty = ({ source }: OutputAsset): boolean =>
  (JSON.parse(source.toString()) as { mappings: string }).mappings === '';

function withoutSources({ version, file, sources, mappings }: SourceMap): string {
  return JSON.stringify({ version, file, sources, names: [], mappings });
}

/** Ahead of the line by which the host names its own map: that one has the sources, and tools go by the last line. */
function withInlineMap(code: string, map: string): string {
  const end = /\n\/\/# sourceMappingURL=\S+\s*$/.exec(code)?.index ?? code.length;
  const address = `data:application/json;base64,${Buffer.from(map).toString('base64')}`;
  return `${code.slice(0, end)}\n//# sourceMappingURL=${address}${code.slice(end)}`;
}
