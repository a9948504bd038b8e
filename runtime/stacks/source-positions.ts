/** Maps positions in compiled code to the user's source. Node does not do so for code that `node:vm` compiles. */
import { Mappings } from './mappings.ts';

/** A place in a text; both count from 1. */
export interface TextPlace {
  line: number;
  column: number;
}

/** A place in a source. Lines and columns count from 1. */
export interface SourcePlace extends TextPlace {
  /** As the map names it. */
  source: string;
}

/** From a place in generated text to the source; `null` for text that no source is the origin of. */
export type PlaceLookup = (place: TextPlace) => SourcePlace | null;

/** Leads from a place in the bundle to its source; `null` when it has none. */
export type MapPosition = (line: number, column: number) => string | null;

/** A source map, or one that is made of others. */
interface SourceMapJson {
  sources?: (string | null)[];
  sourceRoot?: string;
  mappings?: string;
  sections?: { offset: TextPlace; map: SourceMapJson }[];
}

/** @param map Source map (version 3, JSON text). @throws When it is none. */
export function createPlaceLookup(map: string): PlaceLookup {
  return lookupIn(JSON.parse(map) as SourceMapJson);
}

function lookupIn({ sections, sources = [], sourceRoot = '', mappings = '' }: SourceMapJson): PlaceLookup {
  if (sections) return lookupInSections(sections);
  const read = new Mappings(mappings);
  const root = sourceRoot && sourceRoot.replace(/\/?$/, '/');
  return ({ line, column }) => {
    const origin = read.find(line - 1, column - 1);
    const source = origin && sources[origin.source];
    if (!source) return null;
    return { source: root + source, line: origin.line + 1, column: origin.column + 1 };
  };
}

/** Offsets count from 0. */
function lookupInSections(sections: NonNullable<SourceMapJson['sections']>): PlaceLookup {
  const parts = sections.map(({ offset, map }) => ({ offset, lookup: lookupIn(map) }));
  return ({ line, column }) => {
    const part = parts.findLast(({ offset }) => isAtOrBefore(offset, { line: line - 1, column: column - 1 }));
    if (!part) return null;
    const { offset, lookup } = part;
    return lookup({ line: line - offset.line, column: line - 1 === offset.line ? column - offset.column : column });
  };
}

const isAtOrBefore = (a: TextPlace, b: TextPlace): boolean =>
  a.line < b.line || (a.line === b.line && a.column <= b.column);

/**
 * @param map Source map (version 3, JSON text), or `null`: then every position is unknown. It is read when it is
 * needed.
 */
export function createPositionMapper(map: string | null): MapPosition {
  let lookup: PlaceLookup | null = null;
  return (line, column) => {
    if (map === null) return null;
    lookup ??= createPlaceLookup(map);
    const place = lookup({ line, column });
    return place && `${place.source}:${place.line}:${place.column}`;
  };
}
