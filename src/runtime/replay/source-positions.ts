/** Maps positions in compiled code to the user's source. Node does not do so for code that `node:vm` compiles. */
import { SourceMap } from 'node:module';

/** A place in a text; both count from 1. */
export interface TextPlace {
  line: number;
  column: number;
}

export interface SourcePlace extends TextPlace {
  /** As the map names it. */
  source: string;
}

/** From a place in generated text to the source; `null` for text that no source is the origin of. */
export type PlaceLookup = (place: TextPlace) => SourcePlace | null;

export type MapPosition = (line: number, column: number) => string | null;

/** @param map Source map (version 3, JSON text). @throws When it is none. */
export function createPlaceLookup(map: string): PlaceLookup {
  const parsed = new SourceMap(JSON.parse(map) as ConstructorParameters<typeof SourceMap>[0]);
  return ({ line, column }) => {
    const entry = parsed.findEntry(line - 1, column - 1);
    // A place without an origin gets the entry before it, which lies on another line.
    if (!('originalSource' in entry) || entry.generatedLine !== line - 1) return null;
    return { source: entry.originalSource, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
  };
}

/** @param map Source map (version 3, JSON text), or `null`: then every position is unknown. It is read when it is needed. */
export function createPositionMapper(map: string | null): MapPosition {
  let lookup: PlaceLookup | null = null;
  return (line, column) => {
    if (map === null) return null;
    lookup ??= createPlaceLookup(map);
    const place = lookup({ line, column });
    return place && `${place.source}:${place.line}:${place.column}`;
  };
}
