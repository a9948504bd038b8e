/** Which modules the application does not have as they are now. */
import type { BuildModules } from './build-modules.ts';
import { type ModuleGraph, modulesBehind } from './module-graph.ts';
import type { BuildProject, ModuleState } from './project.ts';
import { isShareable } from './shared-modules.ts';

/** The modules that are bundled apart. */
export interface Apart {
  /** Absolute paths. */
  paths: ReadonlySet<string>;
  /** See `StepList`. */
  isAhead: boolean;
}

/** Kept from build to build. */
export class ModulesApart {
  /** The views that the application may have loaded: an edit inside a workflow changes none. */
  readonly #loaded = new Map<string, string>();

  /**
   * The modules that the application lacks, those that were edited, and those that import one of these.
   * If the application has a module without what it imports, then its bundler has dropped that import.
   */
  in({ stateOf }: BuildProject, modules: BuildModules, graph: ModuleGraph): Apart {
    if (!stateOf) return { paths: new Set(), isAhead: false };
    const states = [...graph.keys()]
      .filter((path) => isShareable(path, modules))
      .map((path) => [path, this.#state(path, stateOf(path), modules)] as const);
    const edited = new Set(states.filter(([, state]) => state === 'edited').map(([path]) => path));
    const leadsToEdited = (path: string): boolean =>
      edited.size > 0 && [...modulesBehind(graph, [path])].some((id) => edited.has(id));
    const apart = states.filter(([path, state]) => state === 'absent' || leadsToEdited(path));
    return { paths: new Set(apart.map(([path]) => path)), isAhead: edited.size > 0 };
  }

  #state(path: string, state: ModuleState, modules: BuildModules): ModuleState {
    const view = modules.last(path, 'application');
    if (!view || state === 'absent') return state;
    if (state === 'loaded') this.#loaded.set(path, view.code);
    return this.#loaded.get(path) === view.code ? 'loaded' : 'edited';
  }
}
