/** Keeps modules out of the bundle of a development server: what is read from disk there must be read from disk everywhere. */
import { dirname, isAbsolute, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'rolldown';

/** Names of this package; paths, which may lead into the folders. */
const CANDIDATE = /^(?:workflow(?:\/|$)|\.{0,2}\/|[A-Za-z]:)/;

/**
 * A plugin that makes imports of the modules below `folders` imports of files. Bundled, this package would be there twice, and
 * each build of the workflows would restart the server.
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

/** Without asking other plugins; `null` for the name of a package. */
function toPath(id: string, importer: string | undefined): string | null {
  if (isAbsolute(id)) return id;
  return id.startsWith('.') ? resolve(importer === undefined ? '.' : dirname(importer), id) : null;
}
