/** Source maps of views in the form that Next's compilers compose well. */
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';
import { Positions } from '../../compiler/code-frame.ts';
import { codeInside } from '../../compiler/walk-code.ts';
import type { CompiledModule } from '../../compiler/compile-module.ts';

/** A source map, version 3. */
export interface ViewMap {
  mappings: string;
}

/**
 * The map of a view, with one segment for each piece of code. The compilers move segments for what they leave out, such
 * as comments and types, to the code that comes next, which so gets the lines of others.
 */
export function mapOfView({ map, analysis }: CompiledModule): ViewMap {
  const whole = JSON.parse(map.toString()) as ViewMap;
  const positions = new Positions(analysis.file.code);
  const code = new Set(analysis.items.flatMap((item) => codeInside(item)).map(({ span }) => span.start));
  const isOfCode = (segment: SourceMapSegment): boolean =>
    segment.length === 1 ||
    segment[3] === 0 ||
    code.has(positions.indexAt({ line: segment[2] + 1, column: segment[3] }));
  return { ...whole, mappings: encode(decode(whole.mappings).map((line) => line.filter(isOfCode))) };
}
