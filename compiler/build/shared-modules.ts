/** Modules of the application that step code shares with it, instead of having a copy of its own. */
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { isAbsolute } from 'node:path';
import type { Plugin } from 'rolldown';
import type { BuildModules } from './build-modules.ts';
import { specifierFrom } from './output-files.ts';
import { COMPILED_TEXTS, isInstalled, SOURCE_FILE } from './source-files.ts';

/** Prefix of a module of the bundle that exports the result of `require`; the required name follows. */
const REQUIRED = '\0workflow-required:';

/**
 * Turns imports of sources that the process has loaded into imports of what it loads for them.
 * @param loadedFile Returns that file for a source of the project; `null`: none. Absolute paths.
 */
export function shareLoadedModules(outDir: string, loadedFile: (path: string) => string | null): Plugin {
  return {
    name: 'workflow:loaded-modules',
    resolveId: {
      order: 'pre',
      async handler(source, importer, options) {
        if (importer === undefined || isBuiltin(source)) return null;
        const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
        if (!resolved || resolved.external || !isOwnSource(resolved.id)) return resolved;
        const loaded = loadedFile(resolved.id);
        // Relative, so that the output can be moved together with what it loads.
        return loaded === null ? resolved : { id: specifierFrom(outDir, loaded), external: true };
      },
    },
  };
}

/** A source of the user's own. */
export const isOwnSource = (path: string): boolean => isAbsolute(path) && SOURCE_FILE.test(path) && !isInstalled(path);

/** Whether the compiler leaves a source as it is. */
export function isPlainSource(path: string, modules: BuildModules): boolean {
  if (modules.has(path)) return false;
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
