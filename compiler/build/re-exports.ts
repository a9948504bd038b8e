/**
 * Finds what files pass on of others (`export … from`). Workflow code that takes one name of such a file does not need
 * the other files for what they do.
 */
import { existsSync } from 'node:fs';
import { child, text } from '../ast.ts';
import { CompileFailure } from '../diagnostics.ts';
import { parseModule } from '../parse-module.ts';
import type { BuildModules } from './build-modules.ts';
import { importedAs, type ModuleGraph } from './module-graph.ts';
import { isInstalled, readSourceFile, SOURCE_FILE } from './source-files.ts';

/** One statement of a file that passes names of another one on. */
export interface ReExport {
  /** Absolute paths of both files. */
  path: string;
  target: string;
  /** Index of the statement in its file. */
  index: number;
}

const RE_EXPORT = /\bexport\b[^;]*\bfrom\b/;

/** Those of the project's own files that every view leaves as they are. */
export function findReExports(rootDir: string, graph: ModuleGraph, modules: BuildModules): ReExport[] {
  const own = [...graph.keys()].filter(
    (id) => SOURCE_FILE.test(id) && !isInstalled(id) && !modules.has(id) && existsSync(id),
  );
  return own.sort().flatMap((path) => reExportsOf(rootDir, path, graph.get(path)!));
}

function reExportsOf(rootDir: string, path: string, imported: readonly string[]): ReExport[] {
  const file = readSourceFile(rootDir, path);
  if (!RE_EXPORT.test(file.code)) return [];
  try {
    return parseModule(file).flatMap((item) => {
      const source = item.type.startsWith('Export') && item['typeOnly'] !== true ? child(item, 'source') : null;
      const target = source && importedAs(text(source), imported);
      return target ? { path, target, index: item.span.start } : [];
    });
  } catch (error) {
    // The bundler says what is wrong with it.
    if (error instanceof CompileFailure) return [];
    throw error;
  }
}
