/**
 * Packages have a form for browsers beside the one for Node, with fewer needs. Workflow code takes the same form as
 * Node, so that both do the same; where that one needs Node, it takes the other.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MagicString } from 'magic-string';
import type { Plugin, PluginContext } from 'rolldown';
import { ResolverFactory } from 'rolldown/experimental';
import { type ShakenBundle, usedStubs } from './bundled-builtins.ts';
import { pathToEntry } from './import-chain.ts';
import { isInstalled, packageFolder } from './source-files.ts';

/** Stands for a module that a package does without in browsers. */
const NOTHING = '\0workflow-nothing';

/** An import of a package: neither relative, nor a path, nor virtual. */
const BARE_IMPORT = /^(?![./\0]|[A-Za-z]:[\\/])/;

/**
 * The packages whose form for browsers may do without what a bundle needs of Node: the ones nearest to each use.
 * @param needing Paths of modules that need globals of Node.
 * @param tried Those that were replaced already.
 * @returns Their folders.
 */
export function wantedBrowserForms(
  { context, chunk }: ShakenBundle,
  needing: readonly string[],
  tried: ReadonlySet<string>,
): string[] {
  const isInBundle = (path: string): boolean => (chunk.modules[path]?.renderedLength ?? 0) > 0;
  const importers = usedStubs(chunk).flatMap(({ stubId }) => {
    const info = context.getModuleInfo(stubId);
    return [...(info?.importers ?? []), ...(info?.dynamicImporters ?? [])].filter(isInBundle);
  });
  const wanted = new Set<string>();
  for (const importer of new Set([...importers, ...needing])) {
    const folders = pathToEntry(context, importer).map(folderWithBrowserForm);
    const nearest = folders.find((folder) => folder !== null && !tried.has(folder));
    if (nearest) wanted.add(nearest);
  }
  return [...wanted];
}

/** The folder of a file's package, if that has a form for browsers; `null`: it has none. */
function folderWithBrowserForm(path: string): string | null {
  if (!isInstalled(path)) return null;
  const folder = packageFolder(path);
  const file = join(folder, 'package.json');
  return existsSync(file) && readFileSync(file, 'utf8').includes('"browser"') ? folder : null;
}

/**
 * Resolves imports of packages, and imports within them, to their form for browsers.
 * @param folders The packages for which that is wanted.
 * @param conditions Export conditions that count besides the usual ones.
 */
export function browserForms(folders: ReadonlySet<string>, conditions: readonly string[]): Plugin {
  const resolver = new ResolverFactory({
    conditionNames: [...conditions, 'browser'],
    mainFields: ['browser', 'module', 'main'],
    aliasFields: [['browser']],
    extensions: ['.mjs', '.js', '.cjs', '.json'],
  });
  const isWanted = (path: string): boolean => isInstalled(path) && folders.has(packageFolder(path));
  return {
    name: 'workflow:browser-forms',
    resolveId: {
      order: 'pre',
      async handler(source, importer, options) {
        if (importer === undefined || importer.startsWith('\0')) return null;
        if (!isWanted(importer)) {
          if (!BARE_IMPORT.test(source)) return null;
          const plain = await this.resolve(source, importer, { ...options, skipSelf: true });
          if (!plain || plain.external || !isWanted(plain.id)) return plain;
        }
        const { path, packageJsonPath, error } = resolver.sync(dirname(importer), source);
        if (path) return { id: path, ...(packageJsonPath && { packageJsonPath }) };
        return error?.includes('ignored') ? { id: NOTHING } : null;
      },
    },
    load: {
      filter: { id: new RegExp(`^${NOTHING}$`) },
      handler: () => ({ code: 'module.exports = {};', map: null, moduleSideEffects: false }),
    },
    transform: {
      filter: { id: /node_modules/, code: /\bself\b/ },
      handler(code, path) {
        if (!isWanted(path) || declaresSelf(this.parse(code))) return null;
        const edited = new MagicString(code).prepend('var self = globalThis; ');
        return { code: edited.toString(), map: edited.generateMap({ hires: true }) };
      },
    },
  };
}

/** Whether a module has a name `self` of its own. In browsers it is the global object. */
function declaresSelf({ body }: ReturnType<PluginContext['parse']>): boolean {
  return body.some((statement) => {
    switch (statement.type) {
      case 'VariableDeclaration':
        return statement.declarations.some(({ id }) => id.type === 'Identifier' && id.name === 'self');
      case 'ImportDeclaration':
        return statement.specifiers.some(({ local }) => local.name === 'self');
      case 'FunctionDeclaration':
      case 'ClassDeclaration':
        return statement.id?.name === 'self';
      default:
        return false;
    }
  });
}
