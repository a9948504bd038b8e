/** Maps stacks of steps in a bundled server back to the user's source. Hosts write no maps by default. */
import { join } from 'node:path';
import type { ModuleInfo, OutputAsset, OutputChunk, Plugin } from 'rolldown';
import { STEPS_FILE } from '../../compiler/build/output-files.ts';
import { isOfProject } from '../../compiler/build/source-files.ts';

type SourceMap = NonNullable<OutputChunk['map']>;

/**
 * Where the map goes: a file beside the chunk, or a comment inside it. The comment is for servers that are bundled
 * again by tools that read no maps but keep the bundled text in their own map.
 */
type MapPlace = 'beside' | 'inside';

interface StepMapOptions {
  /** Default: `beside`. */
  place?: MapPlace;
  /** Whether a module that steps lead to is code of the user's. Default: by its path. */
  isOfUser?(id: string): boolean;
}

/** A plugin for Rolldown, Rollup and Vite. @param outDir Returns the build's folder, once it is known. */
export function stepSourceMap(
  outDir: () => string,
  { place = 'beside', isOfUser = isOfProject }: StepMapOptions = {},
): Plugin {
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
        const root = join(outDir(), STEPS_FILE);
        const stepCode = new Set<string>();
        addModules(stepCode, root, (id) => (id === root || isOfUser(id) ? this.getModuleInfo(id) : null));
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

/** Adds a module, and all modules of the user's that it leads to. */
function addModules(ids: Set<string>, id: string, read: (id: string) => ModuleInfo | null): void {
  const module = ids.has(id) ? null : read(id);
  if (!module) return;
  ids.add(id);
  for (const imported of [...module.importedIds, ...module.dynamicallyImportedIds]) addModules(ids, imported, read);
}

/** Nitro empties the maps of files that contain installed packages. */
const isEmpty = ({ source }: OutputAsset): boolean =>
  (JSON.parse(source.toString()) as { mappings: string }).mappings === '';

/** Names stay, because mappings refer to them. */
function withoutSources({ version, file, sources, names, mappings }: SourceMap): string {
  return JSON.stringify({ version, file, sources, names, mappings });
}

/**
 * Goes before the line with which the host names its own map: that map has the sources, and tools read the last line.
 */
function withInlineMap(code: string, map: string): string {
  const end = /\n\/\/# sourceMappingURL=\S+\s*$/.exec(code)?.index ?? code.length;
  const address = `data:application/json;base64,${Buffer.from(map).toString('base64')}`;
  return `${code.slice(0, end)}\n//# sourceMappingURL=${address}${code.slice(end)}`;
}
