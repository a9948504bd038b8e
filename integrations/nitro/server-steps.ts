/** The list of the steps of Nitro's server, beside pages that have their own modules. */
import type { BuildResult } from '../../compiler/build/builder.ts';
import { listFiles, type ListedFile } from '../../compiler/build/list-step-files.ts';
import { shortHash } from '../../compiler/build/short-hash.ts';
import { COMPILED_MODULE } from '../../compiler/views/view-builder.ts';
import { filesWithSteps, graphOf, type Reached } from '../shared/divided-steps.ts';
import type { NitroProject } from './options.ts';

/** The modules of pages that are evaluated together. */
export interface PageGraph {
  /** Their ids in the bundler: of files, their absolute paths. */
  ids: ReadonlySet<string>;
  /** The files with steps that they lead to. */
  files: readonly ListedFile[];
  /** The code that imports the module that exports `loadSteps` for these files. */
  importSteps: string;
}

/** The last build, and the ids of the server's own modules. */
export interface ServerGraph {
  result: BuildResult;
  ids: ReadonlySet<string>;
}

/** The files with steps that some modules lead to. */
export function filesReached(
  { rootDir }: NitroProject,
  { manifest, imports }: BuildResult,
  ids: ReadonlySet<string>,
): ListedFile[] {
  return filesWithSteps(rootDir, manifest).filter((file) => graphOf(file, [[ids, ids]], imports));
}

/** The text of `steps.mjs` for the server: each file runs in the modules that lead to it, the server's first. */
export function serverSteps(
  { rootDir, outDir }: NitroProject,
  { result: { manifest, imports }, ids }: ServerGraph,
  pages: readonly PageGraph[],
): string {
  const reached: Reached<PageGraph | null> = [[null, ids], ...pages.map((page) => [page, page.ids] as const)];
  const divided = Map.groupBy(filesWithSteps(rootDir, manifest), (file) => {
    const graph = graphOf(file, reached, imports);
    return graph?.files.some(({ path }) => path === file.path) ? graph : null;
  });
  const own = listFiles(outDir, divided.get(null) ?? []);
  const others = pages.map((page) => {
    const files = (divided.get(page) ?? []).map(({ file, stepNames }) => ({ file, stepNames }));
    return `\n  { files: ${JSON.stringify(files)}, load: () => ${page.importSteps} },`;
  });
  const version = shortHash([own, ...others].join(''));
  return `// Steps of the server and of pages.
import { addSteps, loadStepFiles } from '${COMPILED_MODULE}';
export const list = { version: '${version}', files: ${own} };
const pages = [${others.join('')}\n];
export const loadSteps = async (options) => addSteps(await loadStepFiles(list, null, options), pages, options);
`;
}
