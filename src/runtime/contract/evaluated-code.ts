/**
 * Source maps of code that development servers evaluate out of memory: no file holds the text whose places its stacks
 * show. All copies of this package in the process share them.
 */

/** Maps (version 3, JSON text), each from the text that the one before it leads to. Sources count from the last one's folder. */
export type SourceMapChain = readonly string[];

const KEY = Symbol.for('workflow.evaluated-code');
type Holder = { [KEY]?: Map<string, SourceMapChain> };

/** Attempts of versions that were replaced may still run; maps are large. */
const VERSIONS_MAX = 8;

const known = (): Map<string, SourceMapChain> => ((globalThis as Holder)[KEY] ??= new Map());

/** @param file The name under which the code is evaluated; no other code has it. */
export function rememberEvaluatedCode(file: string, maps: SourceMapChain): void {
  const chains = known();
  chains.set(file, maps);
  const [oldest] = chains.keys();
  if (chains.size > VERSIONS_MAX) chains.delete(oldest!);
}

/** The maps of evaluated code; `undefined` for all other names. */
export const mapsOfEvaluatedCode = (file: string): SourceMapChain | undefined => known().get(file);
