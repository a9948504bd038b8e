/** Which module of a bundle imports which. */
import type { Plugin } from 'rolldown';

/** The modules that each module imports, by id. */
export type ModuleGraph = Map<string, readonly string[]>;

/** Fills `graph` when all modules are known. Of a bundle that fails it holds what was read by then. */
export function recordGraph(graph: ModuleGraph): Plugin {
  return {
    name: 'workflow:module-graph',
    buildEnd() {
      for (const id of this.getModuleIds()) {
        const info = this.getModuleInfo(id);
        graph.set(id, [...(info?.importedIds ?? []), ...(info?.dynamicallyImportedIds ?? [])]);
      }
    },
  };
}

/** The one of these modules that a text in an import most likely names; `null`: none. */
export function importedAs(source: string, ids: readonly string[]): string | null {
  const bare = (name: string): string => name.replace(/(?:\/index)?(?:\.[cm]?[jt]sx?)?$/, '');
  const name = bare(source.replace(/^(?:\.{0,2}\/|[~@#]\/)+/, ''));
  return ids.find((id) => bare(id).endsWith(`/${name}`)) ?? null;
}

/** The modules with these ids, and all that they import, directly or through others. */
export function modulesBehind(graph: ModuleGraph, ids: Iterable<string>): Set<string> {
  const found = new Set(ids);
  // A set gives what is added while it is walked.
  for (const id of found) for (const imported of graph.get(id) ?? []) found.add(imported);
  return found;
}
