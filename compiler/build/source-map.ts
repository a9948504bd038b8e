/** Looks up places in source maps. */
import { SourceMap, type SourceMapPayload } from 'node:module';
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
