/** The bundler plugin that compiles modules on their way into a bundle. */
import type { Plugin } from 'rolldown';
import type { View } from '../compile-module.ts';
import { COMPILED_MODULE } from '../views/view-builder.ts';
import type { BuildModules } from './build-modules.ts';
import type { Resolve } from './quiet-modules.ts';
import { CHANGED_TEXTS, SOURCE_FILE } from './source-files.ts';

/** Where the imports of compiled modules lead: absolute paths by importer and by what is written there. */
export type ResolvedImports = Map<string, Map<string, string>>;

/** Stands for a file that only steps use and that does nothing when it loads. */
const NOTHING = '\0quiet-file';

/**
 * Compiles each module of the graph that needs it, and adds it to `modules`.
 * @param resolvedImports Filled in the workflow view.
 */
export function compileView(modules: BuildModules, view: View, resolvedImports?: ResolvedImports): Plugin {
  return {
    name: `workflow:${view}-view`,
    resolveId: {
      order: 'pre',
      // In the workflow view a module has imports that only its steps use, or values that nothing uses: these go
      // without a trace. The others load what they name, as far as workflow code can. Packages stay as they are.
      async handler(id, importer, options) {
        if (view !== 'workflow' || importer === undefined) return null;
        if (id !== COMPILED_MODULE && !modules.cutModule(importer)) return null;
        const resolved =
          (await this.resolve(id, importer, { ...options, skipSelf: true })) ??
          // A package that was compiled need not see this one from where it lies: then the project's is meant.
          (id === COMPILED_MODULE ? await this.resolve(id) : null);
        if (!resolved) return null;
        resolvedImports?.set(importer, (resolvedImports.get(importer) ?? new Map()).set(id, resolved.id));
        const role = modules.roleOf(importer, id);
        if (role === 'names') return { ...resolved, moduleSideEffects: false };
        if (role === 'loaded') return resolved;
        // Whether a module has effects is one answer for all of its importers, and another one may load it.
        if (role === 'nothing') return { id: NOTHING };
        const find: Resolve = async (source, from) => (await this.resolve(source, from))?.id ?? null;
        return (await modules.isQuiet(resolved.id, find)) ? { id: NOTHING } : resolved;
      },
    },
    load: {
      filter: { id: /^\0quiet-file$/ },
      handler: () => ({ code: '', map: null, moduleSideEffects: false }),
    },
    transform: {
      order: 'pre',
      filter: {
        id: { include: SOURCE_FILE, exclude: /^\0/ },
        ...(view !== 'workflow' && { code: [...CHANGED_TEXTS] }),
      },
      handler(code, path) {
        const compiled = modules.compile({ path, code, view });
        // Registering is a side effect that a package with "sideEffects": false does not tell of.
        if (!compiled || compiled.code === code) return null;
        return { code: compiled.code, map: compiled.map, ...(modules.has(path) && { moduleSideEffects: true }) };
      },
    },
  };
}
