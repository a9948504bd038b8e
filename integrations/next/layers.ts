/**
 * Next evaluates a module once for each of its layers, and routes, components and pages do not see each other's
 * modules. So the steps of a file run in the layer whose code leads to that file.
 */
import { basename, join, relative, sep } from 'node:path';
import { filesReachedFrom } from '../../compiler/build/application-imports.ts';
import { listFiles, type ListedFile } from '../../compiler/build/list-step-files.ts';
import { listEntryFiles, toDisplayName } from '../../compiler/build/source-files.ts';
import type { Manifest } from '../../runtime/contract/build.ts';
import { LAYERS as LAYERS_KEY } from '../../runtime/contract/layers.ts';
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

/** It imports nothing: a module that imports this package is loaded asynchronously, and those that import it, too. */
const LAYER_CODE = `export const layer = { errors: new Map() };
(globalThis[Symbol.for('${LAYERS_KEY}')] ??= new Set()).add(layer);
`;
const REGISTRY_CODE = `import { registryOf } from 'workflow/internal/compiled';
import { layer } from './layer.mjs';

export const { registerStep, registerClosure, registerClass, loadStepFiles } = registryOf(layer);
`;

/** Files with steps or classes, by the layer in which they are loaded. Of layers without any, only routes are here. */
export type LayerFiles = ReadonlyMap<LayerName, readonly ListedFile[]>;

/** Divides the files of a build. */
export async function divideIntoLayers(project: NextProject, manifest: Manifest): Promise<LayerFiles> {
  const reached = await reachedByLayers(project);
  // The route for all well-known requests is always built.
  const divided = new Map<LayerName, ListedFile[]>([['routes', []]]);
  for (const file of filesIn(project, manifest)) {
    const layer = await layerOf(file, reached, project);
    divided.set(layer, [...(divided.get(layer) ?? []), file]);
  }
  return divided;
}

/** The modules for each layer, by their names in the folder of the build. */
export function layerModules({ outDir }: NextProject, divided: LayerFiles): Record<string, string> {
  const lists = Array.from(divided, ([layer, files]) => [
    stepsFileOf(layer),
    stepsCode(layer, listFiles(join(outDir, LAYERS_DIR), files)),
  ]);
  return { [LAYER_FILE]: LAYER_CODE, [REGISTRY_FILE]: REGISTRY_CODE, ...Object.fromEntries(lists) };
}

const stepsCode = (layer: LayerName, files: string): string => `import { provideSteps } from 'workflow/internal/next';
import { loadStepFiles } from './registry.mjs';

const list = { version: '', files: ${files} };
export const provide = () => provideSteps('${layer}', (options) => loadStepFiles(list, null, options));
`;

function filesIn({ rootDir }: NextProject, { steps, classes }: Manifest): ListedFile[] {
  const names = new Set([...Object.keys(steps), ...Object.keys(classes)]);
  return [...names].sort().map((file) => ({
    file,
    path: join(rootDir, file),
    stepNames: Object.values(steps[file] ?? {}).map(({ stepId }) => stepId),
  }));
}

type Reached = readonly (readonly [LayerName, ReadonlySet<string>])[];

/** A file that no layer leads to is loaded where a file is that it imports. */
async function layerOf({ path }: ListedFile, reached: Reached, project: NextProject): Promise<LayerName> {
  const found = firstLayer(reached, [path]) ?? firstLayer(reached, await filesReachedFrom(project, [path]));
  return found ?? LAYERS[0];
}

function firstLayer(reached: Reached, paths: Iterable<string>): LayerName | undefined {
  const wanted = [...paths];
  return reached.find(([, files]) => wanted.some((path) => files.has(path)))?.[0];
}

async function reachedByLayers(project: NextProject): Promise<Reached> {
  const entries = await listEntryFiles([project.appDir, project.pagesDir], project.outDir);
  const layers = entries.map((path) => [layerOfPath(project, path), path] as const);
  return await Promise.all(
    LAYERS.map(async (name) => {
      const own = layers.filter(([layer]) => layer === name).map(([, path]) => path);
      return [name, await filesReachedFrom(project, own)] as const;
    }),
  );
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
