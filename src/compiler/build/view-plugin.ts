/** The bundler plugin that compiles modules on their way into a bundle. */
import type { Plugin } from 'rolldown';
import type { View } from '../compile-module.ts';
import type { BuildModules } from './build-modules.ts';
import { COMPILED_TEXTS, SOURCE_FILE } from './source-files.ts';

/** Compiles each module of the graph that needs it, and adds it to `modules`. */
export function compileView(modules: BuildModules, view: View): Plugin {
  return {
    name: `workflow:${view}-view`,
    transform: {
      order: 'pre',
      filter: { id: SOURCE_FILE, code: [...COMPILED_TEXTS] },
      handler(code, path) {
        const compiled = modules.compile({ path, code, view });
        if (!compiled) return null;
        // Registering is a side effect that a package with "sideEffects": false does not tell of.
        return { code: compiled.code, map: compiled.map?.toString() ?? null, moduleSideEffects: true };
      },
    },
  };
}
