/** Checks of the programs that documents show. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileModule } from '../../compiler/compile-module.ts';
import { createSourceFile } from '../../compiler/diagnostics.ts';
import { parseModule } from '../../compiler/parse-module.ts';
import { ROOT } from '../style/source-files.ts';

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
      .filter((name) => name !== '' && !exportsOf(entry!).includes(name))
      .map((name) => `${entry}: ${name}`),
  );
}

/** The names that an entry of the package exports; none where there is no such entry. */
function exportsOf(entry: string): string[] {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    exports: Record<string, { default: string }>;
  };
  const built = exports[entry.replace('workflow', '.')]?.default;
  if (built === undefined) return [];
  // `./dist/runtime/entries/api.js` is made from `./runtime/entries/api.ts`.
  const text = readFileSync(join(ROOT, built.replace('./dist/', './').replace(/js$/, 'ts')), 'utf8');
  const lists = [...text.matchAll(/export (?:type )?\{([^}]+)\}/g)].flatMap(([, names]) => names!.split(','));
  const declared = [...text.matchAll(/export (?:async )?(?:const|function|class) (\w+)/g)].map(([, name]) => name!);
  return [...lists.map((exported) => exported.replace('type ', '').trim()), ...declared];
}
