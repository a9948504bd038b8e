/** The bundler plugin that compiles modules on their way into a bundle. */
import type { Plugin } from 'rolldown';
import type { View } from '../compile-module.ts';
import type { BuildModules } from './build-modules.ts';
import { COMPILED_TEXTS, SOURCE_FILE } from './source-files.ts';

/** Compiles each module of the graph that needs it, and adds it to `modules`. */
export function compileView(modules: BuildModules, view: View): Plugin {
  return {
    name: `workflow:${view}-view`,
    resolveId: {
      order: 'pre',
      // In the workflow view a module with directives imports names, not effects: what its steps used goes without a trace.
      async handler(id, importer, options) {
        if (view !== 'workflow' || importer === undefined || !modules.has(importer)) return null;
        const resolved = await this.resolve(id, importer, { ...options, skipSelf: true });
        return resolved && { ...resolved, moduleSideEffects: false };
      },
    },
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
