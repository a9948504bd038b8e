/** Source maps that are part of code: its last line names them, with an address that is the map itself. */

/** The map of a source that another map has the text of. */
export interface CarriedMap {
  /** As the map that carries it names the source. */
  source: string;
  /** Source map (version 3, JSON text). */
  map: string;
}

const INLINE = 'sourceMappingURL=data:';

interface MapWithTexts {
  sources?: (string | null)[];
  sourceRoot?: string;
  sourcesContent?: (string | null)[];
}

/** Where the last line of the code says that its map is. */
export const findMapAddress = (code: string): string | undefined =>
  /\/\/# sourceMappingURL=(\S+)\s*$/.exec(code.slice(code.lastIndexOf('\n//# ') + 1))?.[1];

/** The map that the address itself is; `null` for those that name a file. */
export const readInlineMap = (address: string): string | null =>
  address.startsWith('data:') ? Buffer.from(address.slice(address.indexOf(',') + 1), 'base64').toString() : null;

/**
 * The inline maps of a map's sources: who bundles bundles need not read them, but keeps them as part of the sources'
 * texts.
 * @param map Source map (version 3, JSON text). @throws When it is none.
 */
export function readCarriedMaps(map: string): CarriedMap[] {
  // Reading a large map a second time is for the few that need it.
  if (!map.includes(INLINE)) return [];
  const { sources = [], sourceRoot = '', sourcesContent = [] } = JSON.parse(map) as MapWithTexts;
  const root = sourceRoot && sourceRoot.replace(/\/?$/, '/');
  return sources.flatMap((source, index) => {
    const address = findInlineAddress(sourcesContent[index] ?? '');
    const inline = address && readInlineMap(address);
    return source && inline ? [{ source: root + source, map: inline }] : [];
  });
}

/** Behind it there may be the line that names a file, which lay beside the source. */
const findInlineAddress = (code: string): string | undefined =>
  /^\/\/# sourceMappingURL=(data:\S+)(?:\s+\/\/# \S+)*\s*$/.exec(
    code.slice(code.lastIndexOf(`\n//# ${INLINE}`) + 1),
  )?.[1];
