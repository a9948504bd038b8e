/** Maps stacks of steps in a bundled server back to the user's source. Hosts write no maps by default. */
import { join } from 'node:path';
import type { OutputAsset, OutputChunk, Plugin, PluginContext } from 'rolldown';
import { STEPS_FILE } from '../../compiler/build/output-files.ts';
import { isOfProject } from '../../compiler/build/source-files.ts';

type SourceMap = NonNullable<OutputChunk['map']>;

/**
 * Where the map goes: a file beside the chunk, or a comment inside it. The comment is for servers that are bundled
 * again by tools that read no maps but keep the bundled text in their own map.
 */
type MapPlace = 'beside' | 'inside';

/** A plugin for Rolldown, Rollup and Vite. @param outDir Returns the build's folder, once it is known. */
export function stepSourceMap(outDir: () => string, place: MapPlace = 'beside'): Plugin {
  let isOurs = false;
  return {
    name: 'workflow:step-source-map',
    outputOptions(options) {
      isOurs = !options.sourcemap;
      return isOurs ? { ...options, sourcemap: 'hidden' } : options;
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const stepCode = sourcesFrom(join(outDir(), STEPS_FILE), this);
        for (const file of Object.values(bundle)) {
          const map = bundle[`${file.fileName}.map`];
          if (file.type !== 'chunk' || map?.type !== 'asset') continue;
          const holdsSteps = file.moduleIds.some((id) => stepCode.has(id));
          if (holdsSteps && (isOurs || isEmpty(map))) map.source = withoutSources(file.map!);
          const isInside = holdsSteps && place === 'inside';
          if (isInside) file.code = withInlineMap(file.code, withoutSources(file.map!));
          // The user did not ask for a map.
          if (isOurs && (isInside || !holdsSteps)) delete bundle[map.fileName];
        }
      },
    },
  };
}

/** The module, and all modules of the project that it leads to. */
function sourcesFrom(id: string, context: PluginContext, found = new Set<string>()): ReadonlySet<string> {
  const module = found.has(id) ? null : context.getModuleInfo(id);
  if (!module) return found;
  found.add(id);
  const imported = [...module.importedIds, ...module.dynamicallyImportedIds].filter(isOfProject);
  for (const one of imported) sourcesFrom(one, context, found);
  return found;
}

/** Nitro empties the maps of files that contain installed packages. */
const isEmpty = ({ source }: OutputAsset): boolean =>
  (JSON.parse(source.toString()) as { mappings: string }).mappings === '';

function withoutSources({ version, file, sources, mappings }: SourceMap): string {
  return JSON.stringify({ version, file, sources, names: [], mappings });
}

/**
 * Goes before the line with which the host names its own map: that map has the sources, and tools read the last line.
 */
function withInlineMap(code: string, map: string): string {
  const end = /\n\/\/# sourceMappingURL=\S+\s*$/.exec(code)?.index ?? code.length;
  const address = `data:application/json;base64,${Buffer.from(map).toString('base64')}`;
  return `${code.slice(0, end)}\n//# sourceMappingURL=${address}${code.slice(end)}`;
}
