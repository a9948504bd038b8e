/** Which sources are not what the process of the build has loaded for them. */
import type { BuildModules } from './build-modules.ts';
import { type ModuleGraph, modulesBehind } from './module-graph.ts';
import type { BuildProject } from './project.ts';
import { isOwnSource } from './shared-modules.ts';

/** Kept from build to build. */
export class EditedSources {
  /** The views that the process may have loaded: an edit inside a workflow changes none. */
  readonly #loaded = new Map<string, string>();

  /** The sources that were edited, or import one that was. Absolute paths. */
  in({ isEdited }: BuildProject, modules: BuildModules, graph: ModuleGraph): ReadonlySet<string> {
    if (!isEdited) return new Set();
    const sources = [...graph.keys()].filter(isOwnSource);
    const edited = new Set(sources.filter((path) => this.#isEdited(path, isEdited(path), modules)));
    if (edited.size === 0) return edited;
    return new Set(sources.filter((path) => [...modulesBehind(graph, [path])].some((id) => edited.has(id))));
  }

  #isEdited(path: string, isEdited: boolean, modules: BuildModules): boolean {
    const view = modules.last(path, 'application');
    if (!view) return isEdited;
    if (!isEdited) this.#loaded.set(path, view.code);
    return this.#loaded.get(path) !== view.code;
  }
}
