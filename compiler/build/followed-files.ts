/** Plugins that decide which files of an application are read when its imports are followed. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';
import { mayHoldDirective } from '../directives.ts';
import { isOwnFile } from '../own-code.ts';
import { isInstalled, packageFolder, SOURCE_FILE } from './source-files.ts';

/** Which installed packages may hold directives, remembered by their folder. */
export class PackageUses {
  readonly #known = new Map<string, boolean>();

  /** @param path Absolute path of the file that an import of the package leads to. */
  mayHoldDirectives(path: string): boolean {
    const folder = packageFolder(path);
    let known = this.#known.get(folder);
    if (known === undefined) this.#known.set(folder, (known = namesThisPackage(folder) || hasDirective(path)));
    return known;
  }
}

/** The lists of a `package.json` that name this package where workflows are written. */
const LISTS = ['dependencies', 'peerDependencies', 'optionalDependencies', 'devDependencies'];

function namesThisPackage(folder: string): boolean {
  try {
    const settings = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, object>;
    return settings['workflow'] !== undefined || LISTS.some((list) => 'workflow' in (settings[list] ?? {}));
  } catch {
    return false;
  }
}

function hasDirective(path: string): boolean {
  try {
    return SOURCE_FILE.test(path) && mayHoldDirective(readFileSync(path, 'utf8'));
  } catch {
    return false;
  }
}

/** Of the installed packages only those are read that may hold directives: the others are thousands of files. */
export function leaveOutPackages(packages: PackageUses): Plugin {
  return {
    name: 'workflow:leave-out-packages',
    resolveId: {
      order: 'pre',
      // Names of packages, and aliases, which look alike.
      filter: { id: /^[^./\\\0]/ },
      async handler(source, importer, options) {
        const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
        if (!resolved || resolved.external) return { id: source, external: true };
        const isLeftOut =
          isOwnFile(resolved.id) || (isInstalled(resolved.id) && !packages.mayHoldDirectives(resolved.id));
        return isLeftOut ? { id: source, external: true } : resolved;
      },
    },
  };
}

/** Imports in `import a from 'b'`, `export * from 'b'`, `import 'b'` and `import('b')`; types load nothing. */
const IMPORT = /\b(?:import|export)\b(?!\s+type\b)(?:[^'"`;()]*?\bfrom)?\s*\(?\s*(['"])([^'"\n]+)\1/g;
const COMPONENT_FILE = /\.(?:vue|svelte|astro|mdx)$/;

/** Reads the imports of components, whose languages only their frameworks know, and nothing of other files. */
export function readComponents({ read }: { read: Set<string> }): Plugin {
  return {
    name: 'workflow:read-components',
    load: {
      filter: { id: { exclude: [SOURCE_FILE, /\.json$/] } },
      async handler(id) {
        if (!COMPONENT_FILE.test(id)) return { code: '', moduleType: 'js' };
        read.add(id);
        const sources = Array.from((await readFile(id, 'utf8')).matchAll(IMPORT), ([, , source]) => source!);
        return { code: sources.map((source) => `import ${JSON.stringify(source)};\n`).join(''), moduleType: 'js' };
      },
    },
  };
}

/** Notes the files of the application that are read, and all that may hold directives. */
export function recordFiles({ read, found }: Record<'read' | 'found', Set<string>>): Plugin {
  return {
    name: 'workflow:record-files',
    transform: {
      order: 'pre',
      // The bundler's own modules begin with a zero character.
      filter: { id: { include: [SOURCE_FILE], exclude: [/\0/] } },
      handler(code, path) {
        if (!isInstalled(path)) read.add(path);
        if (mayHoldDirective(code)) found.add(path);
      },
    },
  };
}
