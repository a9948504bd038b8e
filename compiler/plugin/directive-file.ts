/** A file with directives that a host meets while it compiles an application. */
import type { ModuleInfo } from '../compile-module.ts';
import { CompileFailure, createDiagnostic, createSourceFile } from '../diagnostics.ts';
import { compileError } from '../messages.ts';
import { toDisplayName } from '../build/source-files.ts';

/** The file, and the place of its first workflow or step. */
export interface DirectiveFile {
  /** Root of the project. */
  rootDir: string;
  /** Absolute path. */
  path: string;
  code: string;
  /** Index in `code`. */
  index: number;
}

/** The index of the first workflow or step; `null`: the file has neither. */
export function firstDirective({ workflows, steps }: ModuleInfo): number | null {
  const indices = [...workflows, ...steps].map(({ index }) => index);
  return indices.length > 0 ? Math.min(...indices) : null;
}

/** The error for a file that the application imports and the build does not hold. */
export function refuseOutsideBuild({ rootDir, path, code, index }: DirectiveFile): CompileFailure {
  const source = createSourceFile({ path, name: toDisplayName(rootDir, path), code });
  return new CompileFailure([createDiagnostic(source, index, compileError('compile_file_outside_build', {}))]);
}
