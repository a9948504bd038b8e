/**
 * Source maps of code that development servers evaluate from memory, so that no file holds the text that its stacks
 * refer to. All copies of this package in the process share them.
 */

/**
 * A chain of maps (version 3, JSON text): each maps the text to which the previous one leads. Sources are relative to
 * the folder of the last one.
 */
export type SourceMapChain = readonly string[];

const KEY = Symbol.for('workflow.evaluated-code');
interface EvaluatedCode {
  /** The number of evaluated texts so far. */
  count: number;
  maps: Map<string, SourceMapChain>;
}

/** Old versions are kept because their attempts may still run; only a few, because maps are large. */
const VERSIONS_MAX = 8;

const known = (): EvaluatedCode => ((globalThis as { [KEY]?: EvaluatedCode })[KEY] ??= { count: 0, maps: new Map() });

/**
 * Registers a version of a file.
 * @returns The name under which to evaluate it; no other code has this name.
 */
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
