/**
 * Source maps of code that is in a view twice: `magic-string` knows only its one place in the source.
 */
import { type MagicString, SourceMap } from 'magic-string';
import type { Span } from '../ast.ts';
import { Positions } from '../code-frame.ts';

/** Code of the source (`span`) that was written once more, at `index` of the view. */
export interface CodeCopy {
  index: number;
  span: Span;
}

interface MapRequest {
  /** Text and path of the source. */
  code: string;
  path: string;
  copies: readonly CodeCopy[];
}

const TOKEN = /[\p{ID_Continue}$]+|[^\s]/gu;

/** The map of an edited text, exact for each token. */
export function createMap(text: MagicString, { code, path, copies }: MapRequest): SourceMap {
  const map = text.generateDecodedMap({ source: path, includeContent: true, hires: 'boundary' });
  if (copies.length === 0) return new SourceMap(map);
  const source = new Positions(code);
  const view = new Positions(text.toString());
  for (const { index, span } of copies) {
    for (const token of code.slice(span.start, span.end).matchAll(TOKEN)) {
      const from = source.at(span.start + token.index);
      const to = view.at(index + token.index);
      map.mappings[to.line - 1]!.push([to.column, 0, from.line - 1, from.column]);
    }
  }
  for (const line of map.mappings) line.sort(([a], [b]) => a - b);
  return new SourceMap(map);
}
