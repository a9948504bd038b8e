/**
 * Source maps of code that development servers evaluate out of memory: no file holds the text whose places its stacks
 * show. All copies of this package in the process share them.
 */

/** Maps (version 3, JSON text), each from the text that the one before it leads to. Sources count from the last one's folder. */
export type SourceMapChain = readonly string[];

const KEY = Symbol.for('workflow.evaluated-code');
interface EvaluatedCode {
  /** How much has been evaluated so far. */
  count: number;
  maps: Map<string, SourceMapChain>;
}

/** Attempts of versions that were replaced may still run; maps are large. */
const VERSIONS_MAX = 8;

const known = (): EvaluatedCode => ((globalThis as { [KEY]?: EvaluatedCode })[KEY] ??= { count: 0, maps: new Map() });

/** @returns The name under which a version of the file is to be evaluated: no other code has it. */
export function nameEvaluatedCode(path: string, maps: SourceMapChain): string {
  const code = known();
  const name = `${path}?evaluated=${++code.count}`;
  code.maps.set(name, maps);
  const [oldest] = code.maps.keys();
  if (code.maps.size > VERSIONS_MAX) code.maps.delete(oldest!);
  return name;
}

/** The maps of evaluated code; `undefined` for all other names. */
export const mapsOfEvaluatedCode = (name: string): SourceMapChain | undefined => known().maps.get(name);
