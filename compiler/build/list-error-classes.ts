/**
 * Lists the classes of errors of an application whose own files pass no compiler, so that the host can make them known.
 * Where files pass one, the views do that themselves.
 */
import type { Plugin } from 'rolldown';
import type { Manifest } from '../../runtime/contract/build.ts';
import { type ErrorClassCode, mayHoldErrorClass } from '../analyze/error-classes.ts';
import { CompileFailure } from '../diagnostics.ts';
import { type BuildModules, pathOf } from './build-modules.ts';
import { type ModuleGraph, recordGraph } from './module-graph.ts';
import type { BuildProject } from './project.ts';
import type { ReachedErrors } from './contract-types.ts';
import { ErrorFiles } from './reached-errors.ts';
import { runBundler } from './run-bundler.ts';
import { isInstalled, isOfProject, readSourceFile, SOURCE_FILE, toDisplayName } from './source-files.ts';
import { ENTRY, virtualModules } from './virtual-modules.ts';

/** The classes of such an application. */
export interface ListedErrors {
  /** By file, as in the manifest: all that may be of errors. */
  listed: NonNullable<Manifest['errors']>;
  reached: ReachedErrors;
}

/** Only files count that load together with a file of `modules`. */
export async function listErrorClasses(project: BuildProject, modules: BuildModules): Promise<ListedErrors> {
  const { rootDir } = project;
  const graph = await loadedWith(project, modules);
  const files = new ErrorFiles({ rootDir, graph });
  const paths = [...graph.keys()].sort().filter((path) => mayHoldErrorClass(readSourceFile(rootDir, path).code));
  const listed = paths.flatMap((path) => {
    const classes = files.classesIn(path);
    return classes.length > 0 ? [[toDisplayName(rootDir, path), byName(classes)] as const] : [];
  });
  return { listed: Object.fromEntries(listed), reached: files.reachedIn(paths) };
}

const byName = (classes: readonly ErrorClassCode[]): Record<string, { classId: string }> =>
  Object.fromEntries(classes.map(({ id }) => [id.slice(id.lastIndexOf('//') + 2), { classId: id }]));

/** The files of the project that Node loads when it loads these: imports of types and `import()` do not count. */
async function loadedWith(project: BuildProject, modules: BuildModules): Promise<ModuleGraph> {
  const { rootDir, alias, conditions } = project;
  const graph: ModuleGraph = new Map();
  const entries = modules.all.map(pathOf).filter((path) => !isInstalled(path));
  const entry = entries.map((path) => `import ${JSON.stringify(path)};\n`).join('');
  const input = {
    input: ENTRY,
    cwd: rootDir,
    platform: 'node' as const,
    treeshake: false,
    shimMissingExports: true,
    resolve: { alias: { ...alias }, conditionNames: [...conditions, 'node', 'import', 'module', 'default'] },
    plugins: [virtualModules(new Map([[ENTRY, entry]])), onlyOwnSources, recordGraph(graph)],
  };
  try {
    await runBundler({ rootDir, modules, view: 'application' }, { input, output: { codeSplitting: false } });
    return new Map([...graph].filter(([path]) => isOfProject(path)));
  } catch (error) {
    // The application's own compiler says what is wrong with a file that is no part of the build.
    if (error instanceof CompileFailure) return new Map(entries.map((path) => [path, []]));
    throw error;
  }
}

const onlyOwnSources: Plugin = {
  name: 'workflow:own-sources',
  resolveId: {
    order: 'pre',
    async handler(source, importer, options) {
      if (importer === undefined) return null;
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      const isOwn = resolved && !resolved.external && SOURCE_FILE.test(resolved.id) && !isInstalled(resolved.id);
      return isOwn && options.kind !== 'dynamic-import' ? resolved : { id: source, external: true };
    },
  },
};
