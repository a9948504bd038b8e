/** Lists the files of the project that steps have a copy of, for the manifest. */
import type { Manifest } from '../../runtime/contract/build.ts';
import { type BuildModule, pathOf } from './build-modules.ts';
import { isOfProject, toDisplayName } from './source-files.ts';

/**
 * See `Manifest.stepCopies`.
 * @param evaluated Paths of the modules of the step bundle.
 */
export function listStepCopies(
  rootDir: string,
  modules: readonly BuildModule[],
  evaluated: ReadonlySet<string>,
): Manifest['stepCopies'] {
  const withDirectives = new Set(modules.filter(hasDirective).map(pathOf));
  const copies = [...evaluated].filter((path) => isOfProject(path) && !withDirectives.has(path));
  return copies.length > 0 ? copies.map((path) => toDisplayName(rootDir, path)).sort() : undefined;
}

const hasDirective = ({ info }: BuildModule): boolean => info.steps.length + info.workflows.length > 0;
