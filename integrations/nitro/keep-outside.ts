/** Keeps modules out of a development server's bundle, so that they are loaded from disk everywhere. */
import { dirname, isAbsolute, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'rolldown';

/** Names of this package, and paths that may lead into the folders. */
const CANDIDATE = /^(?:workflow(?:\/|$)|\.{0,2}\/|[A-Za-z]:)/;

/**
 * A plugin that turns imports of modules below `folders` into file imports. Bundled, this package would be loaded
 * twice, and each build of the workflows would restart the server.
 */
export function keepOutside(folders: readonly string[]): Plugin {
  const isOutside = (path: string): boolean => folders.some((folder) => path.startsWith(folder + sep));
  return {
    name: 'workflow:keep-outside',
    resolveId: {
      order: 'pre',
      filter: { id: CANDIDATE },
      async handler(id, importer) {
        const path = toPath(id, importer) ?? (await this.resolve(id, importer, { skipSelf: true }))?.id;
        return path !== undefined && isOutside(path) ? { id: pathToFileURL(path).href, external: true } : null;
      },
    },
  };
}

/** Resolves paths without asking other plugins; `null` for package names. */
function toPath(id: string, importer: string | undefined): string | null {
  if (isAbsolute(id)) return id;
  return id.startsWith('.') ? resolve(importer === undefined ? '.' : dirname(importer), id) : null;
}
