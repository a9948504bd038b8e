/** Finds the modules of an environment of Vite's development server. */
import type { DevEnvironment } from 'vite';
import { readImports } from '../../compiler/build/application-imports.ts';
import { isOfProject } from '../../compiler/build/source-files.ts';
import { filesBehind } from '../shared/divided-steps.ts';
import type { ServedPages } from './served-steps.ts';

/** The specifiers of the modules that an environment begins with. */
export function entriesOf({ config }: Pick<DevEnvironment, 'config'>): string[] {
  const { input = [] } = config.build.rollupOptions;
  return typeof input === 'string' ? [input] : Object.values(input);
}

/**
 * The ids of all modules that the entries lead to, by whatever path, alias or plugin: of files, their absolute paths.
 * They are compiled for it, as they would be when they are first needed; a module that cannot be compiled is left out.
 */
export async function servedModules(environment: DevEnvironment): Promise<ReadonlySet<string>> {
  const urls = new Set<string>();
  const ids = new Set<string>();
  const visit = async (url: string): Promise<void> => {
    if (urls.has(url)) return;
    urls.add(url);
    const compiled = await environment.transformRequest(url).catch(() => null);
    if (!compiled) return;
    const module = await environment.moduleGraph.getModuleByUrl(url);
    if (module?.id) ids.add(module.id);
    // Vite leaves out what it does not serve: packages, under their names.
    const deps = [...(compiled.deps ?? []), ...(compiled.dynamicDeps ?? [])].filter((dep) => dep.startsWith('/'));
    await Promise.all(deps.map((dep) => visit(toUrl(dep))));
  };
  const resolve = (entry: string) => environment.pluginContainer.resolveId(entry, undefined, { isEntry: true });
  const entries = await Promise.all(entriesOf(environment).map(resolve));
  await Promise.all(entries.map(async (entry) => entry && visit(entry.id)));
  return ids;
}

/**
 * The ids of the modules of pages, and of all that their sources import: some compilers move an import to a module that
 * code names only when it runs, as TanStack's does with the body of a server function.
 */
export async function modulesOfPages(
  rootDir: string,
  { environment, alias }: Pick<ServedPages, 'environment' | 'alias'>,
): Promise<ReadonlySet<string>> {
  const ids = await servedModules(environment);
  const sources = new Set(Array.from(ids, (id) => id.replace(/\?.*$/s, '')).filter(isOfProject));
  const { graph } = await readImports({ rootDir, alias, conditions: [] }, [...sources]);
  return new Set([...ids, ...filesBehind(graph, sources)]);
}

/** The address of a module that has no file, which code may not name as it is. */
const toUrl = (dep: string): string =>
  dep.replace(/^\/@id\/(?:__x00__)?/, (prefix) => (prefix === '/@id/' ? '' : '\0'));
