/** Reads the options of the nearest `tsconfig.json` for a source file. */
import { resolveTsconfig } from 'rolldown/experimental';

/** The options of a `tsconfig.json`, those that it extends included. */
export type CompilerOptions = NonNullable<ReturnType<typeof resolveTsconfig>>['tsconfig']['compilerOptions'] & object;

/** Its options for a file. `null`: it cannot be read, and the bundler, which reads it as well, says so. */
export function compilerOptionsOf(path: string): CompilerOptions | null {
  try {
    return resolveTsconfig(path)?.tsconfig.compilerOptions ?? {};
  } catch {
    return null;
  }
}
