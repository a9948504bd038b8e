/**
 * Steps of an application whose code is several graphs of modules that have none in common: the steps of a file run in
 * the graph whose code leads to that file.
 */
import { isAbsolute, join } from 'node:path';
import type { BuildResult } from '../../compiler/build/builder.ts';
import type { ListedFile } from '../../compiler/build/list-step-files.ts';
import { type ModuleGraph, modulesBehind } from '../../compiler/build/module-graph.ts';
import { isInstalled } from '../../compiler/build/source-files.ts';

/** The files with steps or classes of a build. */
export function filesWithSteps(rootDir: string, { steps, classes }: BuildResult['manifest']): ListedFile[] {
  const names = new Set([...Object.keys(steps), ...Object.keys(classes)]);
  return [...names].sort().map((file) => ({
    file,
    path: join(rootDir, file),
    stepNames: Object.values(steps[file] ?? {}).map(({ stepId }) => stepId),
  }));
}

/** Files, and those that they lead to, by absolute paths. Other modules of the graph are those of a bundler. */
export const filesBehind = (imports: ModuleGraph, paths: Iterable<string>): string[] =>
  [...modulesBehind(imports, paths)].filter((id) => isAbsolute(id));

/** The files that each graph leads to, the preferred graph first. */
export type Reached<Graph> = readonly (readonly [Graph, ReadonlySet<string>])[];

/**
 * The graph in which a file is loaded. One that no graph leads to is loaded where a file is that it imports;
 * `undefined`: there is none either.
 * @param imports The imports of all files.
 */
export function graphOf<Graph>({ path }: ListedFile, reached: Reached<Graph>, imports: ModuleGraph): Graph | undefined {
  const first = (wanted: readonly string[]): Graph | undefined =>
    reached.find(([, files]) => wanted.some((file) => files.has(file)))?.[0];
  return first([path]) ?? first(filesBehind(imports, [path]).filter((file) => !isInstalled(file)));
}
