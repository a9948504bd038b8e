/** Components of Vue, Svelte and Astro, in whose scripts directives would have no effect. */
import { bindFile, inspectModule } from '../analyze/inspect-module.ts';
import { toDisplayName } from '../build/source-files.ts';
import { scriptsOnly } from '../component-scripts.ts';
import { CompileFailure, createDiagnostic, createSourceFile } from '../diagnostics.ts';
import { mayHoldDirective } from '../directives.ts';
import { compileError } from '../messages.ts';
import { parseModule } from '../parse-module.ts';

/** A component as it is on disk. */
export interface ComponentFile {
  /** Absolute. */
  path: string;
  code: string;
  rootDir: string;
}

/**
 * @returns The errors of directives in its scripts; `null`: it has none, or its own compiler will say that it cannot be
 * read.
 */
export function refuseDirectives({ path, code, rootDir }: ComponentFile): CompileFailure | null {
  const script = toModule(path, scriptsOnly(path, code));
  if (!mayHoldDirective(script)) return null;
  const source = createSourceFile({ path, name: toDisplayName(rootDir, path), code });
  // TypeScript, whatever it is: its syntax holds that of JavaScript.
  const diagnostics = directivesIn({ ...source, path: `${path}.ts`, code: script }).map(({ kind, span }) =>
    createDiagnostic(source, span.start, compileError('compile_directive_in_component', { directive: `use ${kind}` })),
  );
  return diagnostics.length > 0 ? new CompileFailure(diagnostics) : null;
}

/**
 * The frontmatter of Astro is the body of a function: each `return` of it becomes something of the same length that a
 * module may have.
 */
function toModule(path: string, script: string): string {
  if (!path.endsWith('.astro')) return script;
  return script.replaceAll(/\breturn\b(\s*[;}\n])?/g, (_, end?: string) =>
    end === undefined ? 'throw ' : `      ${end}`,
  );
}

function directivesIn(file: ReturnType<typeof createSourceFile>) {
  try {
    return inspectModule(bindFile(file, parseModule(file)), file.name).analysis?.directives ?? [];
  } catch (error) {
    if (error instanceof CompileFailure) return [];
    throw error;
  }
}
