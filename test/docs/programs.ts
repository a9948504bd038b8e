/** Checks of the programs that documents show. */
import { join } from 'node:path';
import { exportedNames } from '../../cli/migrate/exported-names.ts';
import { compileModule } from '../../compiler/compile-module.ts';
import { createSourceFile } from '../../compiler/diagnostics.ts';
import { parseModule } from '../../compiler/parse-module.ts';

/** Whether a text is TypeScript or JavaScript. @param name File name; its ending says the language. */
export function isProgram(name: string, code: string): boolean {
  try {
    return parseModule(createSourceFile({ path: join('/app', name), name, code })).length > 0;
  } catch {
    return false;
  }
}

/** The warnings that the compiler has for a file alone. @throws The compiler's errors. */
export function compilerWarnings(name: string, code: string): string[] {
  const compiled = compileModule({ path: join('/app', name), name, moduleId: `./${name}`, code, view: 'client' });
  return compiled?.warnings.map(({ text }) => text) ?? [];
}

/** Names that a program imports from this package and that the package does not export: `workflow/api: strat`. */
export function missingImports(code: string): string[] {
  const imports = [...code.matchAll(/import (?:type )?\{([^}]+)\} from '(workflow(?:\/[a-z-]+)*)'/g)];
  return imports.flatMap(([, names, entry]) =>
    names!
      .split(',')
      .map((name) =>
        name
          .trim()
          .replace(/^type /, '')
          .replace(/ as \w+$/, ''),
      )
      .filter((name) => name !== '' && !exportedNames(entry!)?.has(name))
      .map((name) => `${entry}: ${name}`),
  );
}
