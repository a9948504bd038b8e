/** Parses files that are looked at for hints only. */
import { existsSync } from 'node:fs';
import { bindFile } from '../analyze/inspect-module.ts';
import type { ParsedModule } from '../analyze/module-analysis.ts';
import { CompileFailure } from '../diagnostics.ts';
import { parseModule } from '../parse-module.ts';
import { readSourceFile } from './source-files.ts';

/** @returns `null` for a file that is missing or cannot be parsed: others tell of that. */
export function parseLeniently(rootDir: string, path: string): ParsedModule | null {
  if (!existsSync(path)) return null;
  try {
    const file = readSourceFile(rootDir, path);
    return bindFile(file, parseModule(file));
  } catch (error) {
    if (error instanceof CompileFailure) return null;
    throw error;
  }
}
