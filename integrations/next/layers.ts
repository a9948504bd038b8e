/**
 * Next evaluates a module once for each of its layers, and routes, components and pages do not see each other's
 * modules. So the steps of a file run in the layer whose code leads to that file.
 */
import { basename, join, relative, sep } from 'node:path';
import type { BuildResult } from '../../compiler/build/builder.ts';
import { LAYER_CODE, registryCode } from '../../compiler/build/layer-code.ts';
import { listFiles, type ListedFile } from '../../compiler/build/list-step-files.ts';
import type { ModuleGraph } from '../../compiler/build/module-graph.ts';
import { listEntryFiles, toDisplayName } from '../../compiler/build/source-files.ts';
import { filesBehind, filesWithSteps, graphOf, type Reached } from '../shared/divided-steps.ts';
import type { NextProject } from './options.ts';

/** The layers that hold code of the user's, the one that is preferred first. */
export const LAYERS = ['routes', 'components', 'api', 'pages'] as const;
/** One of them. */
export type LayerName = (typeof LAYERS)[number];

/** Folder of these modules in that of the build. */
const LAYERS_DIR = 'layers';
/** Exports the `layer`. */
export const LAYER_FILE = `${LAYERS_DIR}/layer.mjs`;
/** Exports the functions with which its modules register themselves. */
export const REGISTRY_FILE = `${LAYERS_DIR}/registry.mjs`;
/** Exports `provide`, which tells the runtime of the steps that run in a layer. */
export const stepsFileOf = (layer: LayerName): string => `${LAYERS_DIR}/${layer}.mjs`;

/** Files with steps or classes, by the layer in which they are loaded. Of layers without any, only routes are here. */
export type LayerFiles = ReadonlyMap<LayerName, readonly ListedFile[]>;

/** Divides the files of a build. */
export async function divideIntoLayers(
  project: NextProject,
  { manifest, imports }: Pick<BuildResult, 'manifest' | 'imports'>,
): Promise<LayerFiles> {
  const reached = await reachedByLayers(project, imports);
  // The route for all well-known requests is always built.
  const divided = new Map<LayerName, ListedFile[]>([['routes', []]]);
  for (const file of filesWithSteps(project.rootDir, manifest)) {
    const layer = graphOf(file, reached, imports) ?? LAYERS[0];
    divided.set(layer, [...(divided.get(layer) ?? []), file]);
  }
  return divided;
}

/**
 * The modules for each layer, by their names in the folder of the build.
 * @param version Tells what the server has evaluated, where it may be another version. Default: there is one.
 */
export function layerModules(
  { outDir }: NextProject,
  divided: LayerFiles,
  version: (layer: LayerName) => string = () => '',
): Record<string, string> {
  const lists = Array.from(divided, ([layer, files]) => [
    stepsFileOf(layer),
    stepsCode(layer, version(layer), listFiles(join(outDir, LAYERS_DIR), files)),
  ]);
  return {
    [LAYER_FILE]: LAYER_CODE,
    [REGISTRY_FILE]: registryCode({ layer: './layer.mjs' }),
    ...Object.fromEntries(lists),
  };
}

const stepsCode = (
  name: LayerName,
  version: string,
  files: string,
): string => `import { provideSteps } from 'workflow/internal/next';
import { layer } from './layer.mjs';
import { loadStepFiles } from './registry.mjs';

const version = '${version}';
const load = (options) => loadStepFiles({ version, files: ${files} }, null, options);
export const provide = () => provideSteps('${name}', { version, layer, load });
`;

async function reachedByLayers(project: NextProject, imports: ModuleGraph): Promise<Reached<LayerName>> {
  const entries = await listEntryFiles([project.appDir, project.pagesDir], project.outDir);
  return LAYERS.map((name) => {
    const own = entries.filter((path) => layerOfPath(project, path) === name);
    return [name, new Set(filesBehind(imports, own))] as const;
  });
}

const ROUTE_FILE = /^(?:route|sitemap|robots|manifest|(?:icon|apple-icon|opengraph-image|twitter-image)\d*)\./;
const COMPONENT_FILE =
  /^(?:page|layout|template|default|loading|(?:global-)?error|(?:global-)?not-found|forbidden|unauthorized)\./;

/** `null`: the file is no entry. Files of other names in the folder of the App Router are imported by some. */
function layerOfPath({ appDir, pagesDir }: NextProject, path: string): LayerName | null {
  const name = toDisplayName(pagesDir, path);
  if (!name.startsWith('../')) return name.startsWith('api/') || name.startsWith('api.') ? 'api' : 'pages';
  if (relative(appDir, path).startsWith(`..${sep}`)) return null;
  if (ROUTE_FILE.test(basename(path))) return 'routes';
  return COMPONENT_FILE.test(basename(path)) ? 'components' : null;
}
