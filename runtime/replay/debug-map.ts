/** Lets debuggers find the sources of workflow code: the script of a bundle names its map while one may listen. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { WorkflowBundle } from '../contract/build.ts';

/**
 * The code of a bundle, for the engine. With an inspector open (`node --inspect`, or an editor that starts the process),
 * it ends with the source map, whose files are looked for from the working directory. Otherwise nobody reads the map,
 * and it would stay in memory.
 */
export function toDebuggableCode({ code, map }: WorkflowBundle): string {
  if (map === null || !hasInspector()) return code;
  const { sources, ...rest } = JSON.parse(map) as { sources: string[] };
  const found = JSON.stringify({ ...rest, sources: sources.map(toFileUrl) });
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(found).toString('base64')}`;
}

/** Other runtimes than Node may have no such module. */
function hasInspector(): boolean {
  try {
    return process.getBuiltinModule('node:inspector').url() !== undefined;
  } catch {
    return false;
  }
}

function toFileUrl(source: string): string {
  const path = resolve(source);
  return existsSync(path) ? pathToFileURL(path).href : source;
}
