/** Compiles files to their application view when the process loads them. */
import { basename, dirname } from 'node:path';
import { mayBeChanged, SOURCE_FILE, toDisplayName } from '../../compiler/build/source-files.ts';
import { compilePlain, compileModule, type CompileOptions } from '../../compiler/compile-module.ts';
import { toModuleId } from '../../compiler/module-id.ts';
import { isAgentFile, isOwnFile } from '../../compiler/own-code.ts';
import { type DirectiveFile, firstDirective } from '../../compiler/plugin/directive-file.ts';
import type { ViewResult } from '../../compiler/views/view-builder.ts';
import { holdsBuild, isBuildModule } from '../shared/load-build.ts';
import { toPrintedError } from '../shared/printed-error.ts';

/** A file that is being loaded. */
export interface LoadedFile {
  /** Absolute path. */
  path: string;
  code: string;
  rootDir: string;
  /** Called when the file holds workflows or steps. */
  onDirectives?(file: DirectiveFile): unknown;
}

/** Whether a file may need compiling, decided by its path alone. */
export function isCompilable(path: string): boolean {
  if (!SOURCE_FILE.test(path) || (isOwnFile(path) && !isAgentFile(path))) return false;
  // The builder's output is already compiled.
  return !(isBuildModule(basename(path)) && holdsBuild(dirname(path)));
}

/**
 * The application view with its source map, or `null` when the file stays as it is. TypeScript stays TypeScript.
 * @throws Error with every problem in the file and its place.
 */
export function toApplicationView(file: LoadedFile): string | null {
  if (!mayBeChanged(file.code)) return null;
  const compiled = compileFile(file);
  if (!compiled) return null;
  const map = Buffer.from(compiled.map.toString()).toString('base64');
  return `${compiled.code}\n//# sourceMappingURL=data:application/json;base64,${map}\n`;
}

function compileFile({ path, code, rootDir, onDirectives }: LoadedFile): ViewResult | null {
  try {
    const name = toDisplayName(rootDir, path);
    const options: CompileOptions = { path, code, name, moduleId: toModuleId({ path, rootDir }), view: 'application' };
    const compiled = compileModule(options);
    const index = compiled && firstDirective(compiled.info);
    if (index !== null) onDirectives?.({ path, code, rootDir, index });
    return compiled ?? compilePlain(options);
  } catch (error) {
    throw toPrintedError(error, 'A file with directives cannot be compiled.');
  }
}
