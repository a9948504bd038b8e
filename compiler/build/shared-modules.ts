/** Modules of the application that step code shares with it, instead of having a copy of its own. */
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { isAbsolute } from 'node:path';
import type { Plugin } from 'rolldown';
import type { BuildModules } from './build-modules.ts';
import { COMPILED_TEXTS, isInstalled, SOURCE_FILE } from './source-files.ts';

/** Prefix of a module of the bundle that exports the result of `require`; the required name follows. */
const REQUIRED = '\0workflow-required:';

/** The specifier of what the application has loaded for a module, by its absolute path; `null`: it has not. */
export type SpecifierOf = (path: string) => string | null;

/** Turns imports of modules that the application has loaded into imports of what it loads for them. */
export function takeLoadedModules(specifierOf: SpecifierOf): Plugin {
  return {
    name: 'workflow:loaded-modules',
    resolveId: {
      order: 'pre',
      async handler(source, importer, options) {
        if (importer === undefined || isBuiltin(source)) return null;
        const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
        if (!resolved || resolved.external) return resolved;
        const id = specifierOf(resolved.id);
        return id === null ? resolved : { id, external: true };
      },
    },
  };
}

/** A source of the user's own. */
const isOwnSource = (path: string): boolean => isAbsolute(path) && SOURCE_FILE.test(path) && !isInstalled(path);

/** Whether a module has to be taken from the application. Packages that are not compiled are shared by Node. */
export const isShareable = (path: string, modules: BuildModules): boolean => isOwnSource(path) || modules.has(path);

/** Whether the compiler leaves a source as it is. */
export function isPlainSource(path: string, modules: BuildModules): boolean {
  if (!isOwnSource(path) || modules.has(path)) return false;
  const code = readFileSync(path, 'utf8');
  if (!COMPILED_TEXTS.some((text) => code.includes(text))) return true;
  return modules.compile({ path, code, view: 'application' }) === null;
}

/**
 * Loads with `require` what stays outside of the bundle: in applications of CommonJS modules, and with packages that
 * come in two forms, that is what gives the instance that the application has. An `import()` stays one.
 */
export function requireOutside(): Plugin {
  return {
    name: 'workflow:require',
    resolveId: {
      order: 'pre',
      async handler(source, importer, options) {
        if (importer?.startsWith(REQUIRED)) return { id: source, external: true };
        if (importer === undefined || isBuiltin(source) || options.kind !== 'import-statement') return null;
        const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
        return resolved?.external ? { id: REQUIRED + resolved.id } : resolved;
      },
    },
    load: {
      filter: { id: new RegExp(`^${REQUIRED}`) },
      handler: (id) => ({
        code: `module.exports = require(${JSON.stringify(id.slice(REQUIRED.length))});`,
        map: null,
        moduleSideEffects: true,
      }),
    },
  };
}
