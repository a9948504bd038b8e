/** Maps positions in a bundle to the user's source. Node does not do so for code that `node:vm` compiles. */
import { SourceMap } from 'node:module';

export type MapPosition = (line: number, column: number) => string | null;

/** @param map Source map (version 3, JSON text), or `null`: then every position is unknown. */
export function createPositionMapper(map: string | null): MapPosition {
  let parsed: SourceMap | null = null;
  return (line, column) => {
    if (map === null) return null;
    parsed ??= new SourceMap(JSON.parse(map) as ConstructorParameters<typeof SourceMap>[0]);
    const entry = parsed.findEntry(line - 1, column - 1);
    // A place without an origin gets the entry before it, which lies on another line.
    if (!('originalSource' in entry) || entry.generatedLine !== line - 1) return null;
    return `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  };
}
