/**
 * Stubs for Node's own modules in the workflow bundle: modules with the same exports that do nothing. Tree shaking
 * drops those that no code uses; a stub that is left in the bundle is a use that cannot work in the sandbox.
 */
import { builtinModules, isBuiltin } from 'node:module';
import type { Plugin } from 'rolldown';

const PREFIX = '\0node-stub:';

/** `fs` for `node:fs`. */
function bareName(specifier: string): string {
  return specifier.replace(/^node:/, '');
}

/** The id of the stub that an import of a built-in module leads to, or `null` for other imports. */
function toStubId(specifier: string): string | null {
  return isBuiltin(specifier) ? PREFIX + bareName(specifier) : null;
}

/** The built-in module that a stub stands for, as `node:fs`, or `null` when the id is not a stub's. */
export function stubbedBuiltin(id: string): string | null {
  return id.startsWith(PREFIX) ? `node:${id.slice(PREFIX.length)}` : null;
}

/** The name by which the code of the bundle uses an export of a stub; unlike any name that people write. */
export function stubLocalName(builtin: string, exported: string): string {
  return `builtin$${bareName(builtin).replaceAll(/\W/g, '_')}$${exported}`;
}

/** Resolves Node's modules to stubs. */
export function builtinStubs(): Plugin {
  return {
    name: 'workflow:builtin-stubs',
    resolveId: {
      order: 'pre',
      filter: { id: new RegExp(`^(?:node:.*|${builtinModules.join('|')})$`) },
      handler: (source) => toStubId(source),
    },
    load: {
      filter: { id: /^\0node-stub:/ },
      handler: (id) => ({ code: stubCode(stubbedBuiltin(id)!), map: null, moduleSideEffects: false }),
    },
  };
}

function stubCode(builtin: string): string {
  return ['default', ...exportNames(builtin)].map((name) => stubExport(builtin, name)).join('\n');
}

function exportNames(builtin: string): string[] {
  const exports = process.getBuiltinModule(builtin);
  return Object.keys(exports ?? {}).filter((name) => name !== 'default' && /^[A-Za-z_$][\w$]*$/.test(name));
}

/** A function that throws: unlike an empty one, tree shaking cannot take calls of it for having no effect. */
function stubExport(builtin: string, exported: string): string {
  const local = stubLocalName(builtin, exported);
  return `function ${local}() { throw '${builtin}'; }\nexport { ${local} as ${exported} };`;
}
