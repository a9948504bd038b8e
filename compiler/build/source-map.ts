/** Looks up places in source maps. */
import { SourceMap, type SourceMapPayload } from 'node:module';
import { resolve } from 'node:path';
import { decode } from '@jridgewell/sourcemap-codec';
import type { Position } from '../code-frame.ts';

/** A place in a source file that a source map names. */
export interface SourcePosition extends Position {
  /** As the map names it. */
  source: string;
}

/** A function from places in generated text to places in sources; `null` for text that no source is the origin of. */
export function createPositionLookup(json: string): (place: Position) => SourcePosition | null {
  const payload: SourceMapPayload = JSON.parse(json);
  const map = new SourceMap(payload);
  return ({ line, column }) => {
    const entry = map.findEntry(line - 1, column);
    // Text without an origin gets the entry before it, which lies on another line.
    if (!('originalSource' in entry) || entry.generatedLine !== line - 1) return null;
    return { source: entry.originalSource, line: entry.originalLine + 1, column: entry.originalColumn };
  };
}

/** All places in sources that a map names, as `path:line:column`: absolute path, line from 1 and column from 0. */
export function sourcePlaces(json: string, rootDir: string): ReadonlySet<string> {
  const { mappings, sources }: SourceMapPayload = JSON.parse(json);
  const paths = sources.map((source) => resolve(rootDir, source));
  const places = new Set<string>();
  for (const segment of decode(mappings).flat()) {
    if (segment.length === 1) continue;
    places.add(`${paths[segment[1]]}:${segment[2] + 1}:${segment[3]}`);
  }
  return places;
}
