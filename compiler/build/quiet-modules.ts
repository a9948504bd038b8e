/**
 * Tells whether files of the project do something when they load, so that those that only steps use need not be read
 * for workflow code.
 */
import { bindFile } from '../analyze/inspect-module.ts';
import { CompileFailure, createSourceFile } from '../diagnostics.ts';
import { parseModule } from '../parse-module.ts';
import { findUses } from '../workflow-code/module-units.ts';
import { mayHaveEffects } from '../workflow-code/load-effects.ts';
import { packagesThatMakeValue } from '../workflow-code/foreign-values.ts';
import { toPart } from '../workflow-code/optional-parts.ts';
import type { FileStates } from './file-states.ts';
import { isInstalled, SOURCE_FILE } from './source-files.ts';

interface Looked {
  version: string;
  /** The file itself does something. */
  isLoud: boolean;
  /** The files that it imports, as it names them. */
  imports: readonly string[];
}

/** Finds the file that an import leads to; `null` for what is no file. */
export type Resolve = (source: string, importer: string) => Promise<string | null>;

/** Kept from build to build. */
export class QuietModules {
  readonly #files: FileStates;
  readonly #looked = new Map<string, Looked>();

  constructor(files: FileStates) {
    this.#files = files;
  }

  /** False when a file of the project, or one of the project's that it imports, does something when it loads. */
  async isQuiet(path: string, resolve: Resolve): Promise<boolean> {
    const paths = new Set([path]);
    // A set gives what is added while it is walked.
    for (const one of paths) {
      if (!SOURCE_FILE.test(one) || isInstalled(one)) continue;
      const { isLoud, imports } = this.#look(one);
      if (isLoud) return false;
      for (const target of await Promise.all(imports.map((source) => resolve(source, one))))
        if (target) paths.add(target);
    }
    return true;
  }

  #look(path: string): Looked {
    const version = this.#files.version(path);
    const known = this.#looked.get(path);
    if (known?.version === version) return known;
    const code = this.#files.read(path);
    const imports = [...code.matchAll(IMPORT)].map(([, source]) => source!);
    const looked = { version, imports, isLoud: MAY_BE_LOUD.test(code) && isLoud(path, code) };
    this.#looked.set(path, looked);
    return looked;
  }
}

/** Paths in `import './a'`, `import a from './a'` and `export * from './a'`; types do not load anything. */
const IMPORT = /^(?:import|export)\b(?!\s+type\b)[^'"`;]*?['"]([./#~@][^'"]*)['"]/gm;

/**
 * A line that begins a statement at the top level that is no plain declaration, or one that calls something. Most files
 * have none and are not parsed.
 */
const MAY_BE_LOUD =
  /^(?:(?!import\b|export\b|const\b|let\b|var\b|async\b|function\b|type\b|interface\b|declare\b|abstract\b)[\w$([`!+\-@'"]|(?:export\s+)?(?:default|const|let|var|class|abstract|namespace|enum|module)\b)/m;

function isLoud(path: string, code: string): boolean {
  try {
    const file = createSourceFile({ path, name: path, code });
    const module = { ...bindFile(file, parseModule(file)), functions: [] };
    const uses = findUses(module, new Set());
    return uses.units.some(
      (unit) =>
        unit.kind !== 'import' && mayHaveEffects(module, unit) && !packagesThatMakeValue(toPart(module, uses, unit)),
    );
  } catch (error) {
    if (error instanceof CompileFailure) return true;
    throw error;
  }
}
