/**
 * Lists the classes of errors of an application whose own files pass no compiler, so that the host can make them known.
 * Where files pass one, the views do that themselves.
 */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'rolldown';
import type { Manifest } from '../../runtime/contract/build.ts';
import { errorClassesIn } from '../compile-module.ts';
import { CompileFailure } from '../diagnostics.ts';
import { toModuleId } from '../module-id.ts';
import { type BuildModules, pathOf } from './build-modules.ts';
import type { BuildProject } from './project.ts';
import { runBundler } from './run-bundler.ts';
import { isInstalled, SOURCE_FILE, toDisplayName } from './source-files.ts';
import { ENTRY, virtualModules } from './virtual-modules.ts';

/** The classes by file, as in the manifest. Only files count that load together with a file of `modules`. */
export async function listErrorClasses(
  project: BuildProject,
  modules: BuildModules,
): Promise<NonNullable<Manifest['errors']>> {
  const { rootDir } = project;
  const entries = modules.all.map(pathOf).filter((path) => !isInstalled(path));
  const files = (await loadedWith(project, modules, entries)).map((path) => {
    const name = toDisplayName(rootDir, path);
    const code = readFileSync(path, 'utf8');
    const classes = errorClassesIn({ path, name, code, moduleId: toModuleId({ path, rootDir }) });
    return [name, classes.map(({ id }) => [id.slice(id.lastIndexOf('//') + 2), { classId: id }] as const)] as const;
  });
  const some = files.filter(([, classes]) => classes.length > 0).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(some.map(([name, classes]) => [name, Object.fromEntries(classes)]));
}

/** The files of the project that Node loads when it loads these: imports of types and `import()` do not count. */
async function loadedWith(project: BuildProject, modules: BuildModules, entries: string[]): Promise<string[]> {
  const { rootDir, alias, conditions } = project;
  const entry = entries.map((path) => `import ${JSON.stringify(path)};\n`).join('');
  const input = {
    input: ENTRY,
    cwd: rootDir,
    platform: 'node' as const,
    treeshake: false,
    shimMissingExports: true,
    resolve: { alias: { ...alias }, conditionNames: [...conditions, 'node', 'import', 'module', 'default'] },
    plugins: [virtualModules(new Map([[ENTRY, entry]])), onlyOwnSources],
  };
  try {
    const { chunk } = await runBundler({ rootDir, modules, view: 'step' }, { input, output: { codeSplitting: false } });
    return chunk.moduleIds.filter((path) => !path.startsWith('\0'));
  } catch (error) {
    // The application's own compiler says what is wrong with a file that is no part of the build.
    if (error instanceof CompileFailure) return entries;
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
