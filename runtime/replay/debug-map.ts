/** Source maps for debuggers, while one may listen: of workflow code, and of our own code in the realm. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { WorkflowBundle } from '../contract/build.ts';

/**
 * The code of a bundle, for the engine. While an inspector is open, as with `node --inspect`, it ends with the source
 * map, whose files are looked for from the working directory. Otherwise nobody reads the map, and it would stay in
 * memory.
 */
export function toDebuggableCode({ code, map }: WorkflowBundle): string {
  if (map === null || !hasInspector()) return code;
  const { sources, ...rest } = JSON.parse(map) as { sources: string[] };
  return withMap(code, { ...rest, sources: sources.map(toFileUrl) });
}

/** The map of a script that belongs to nobody's sources: debuggers do not stop in it when somebody steps. */
const SKIPPED = { version: 3, sources: ['workflow-realm.js'], names: [], mappings: 'AAAA', ignoreList: [0] };

/** Code of this package for the engine. While an inspector is open, debuggers step over it. */
export function toSkippedCode(code: string): string {
  return hasInspector() ? withMap(code, { ...SKIPPED, x_google_ignoreList: SKIPPED.ignoreList }) : code;
}

function withMap(code: string, map: object): string {
  const encoded = Buffer.from(JSON.stringify(map)).toString('base64');
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${encoded}`;
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
