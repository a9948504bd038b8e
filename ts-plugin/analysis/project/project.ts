/** The files of a project. Each text is parsed and bound once. */
import type { Node } from '../../../compiler/ast.ts';
import { bindFile, inspectModule } from '../../../compiler/analyze/inspect-module.ts';
import type { DirectiveFunction, ModuleAnalysis } from '../../../compiler/analyze/module-analysis.ts';
import type { ModuleBindings } from '../../../compiler/analyze/scope.ts';
import { toDisplayName } from '../../../compiler/build/source-files.ts';
import { CompileFailure, type Diagnostic, type SourceFile, createSourceFile } from '../../../compiler/diagnostics.ts';
import { mayHoldDirective } from '../../../compiler/directives.ts';
import { configuredJsxFactories } from '../../../compiler/jsx-factories.ts';
import { toModuleId } from '../../../compiler/module-id.ts';
import type { BuildAnswer } from './build-sources.ts';
import type { FileText, ImportTarget, ProjectHost, TypeHost } from './host.ts';

/** One parsed file. */
export interface ProjectFile {
  source: SourceFile;
  items: readonly Node[];
  bindings: ModuleBindings;
  /** The workflows and steps among the functions of the file. */
  directives: ReadonlyMap<Node, DirectiveFunction>;
  /** `null` for a file without directives and without classes that can be passed. */
  analysis: ModuleAnalysis | null;
  /** The diagnostics of the compiler. */
  problems: readonly Diagnostic[];
}

/** Matches a file that may export the names of another file. */
const RE_EXPORT = /\bexport\b[^;]*\bfrom\b|\bexport\s*\{/;

interface Cached {
  version: string;
  /** A failure when the parser cannot read the file. */
  file: ProjectFile | CompileFailure;
}

/** The problems that a build found in a file, and the text that it had then. */
interface BuiltFile {
  code: string;
  problems: readonly Diagnostic[];
}

/** The parsed files of a project, as some tool sees them. */
export class Project {
  readonly #host: ProjectHost;
  readonly #files = new Map<string, Cached>();
  #built: ReadonlyMap<string, BuiltFile> = new Map();
  #wasBuilt = false;

  constructor(host: ProjectHost) {
    this.#host = host;
  }

  get rootDir(): string {
    return this.#host.rootDir;
  }

  get dirs(): readonly string[] | undefined {
    return this.#host.dirs;
  }

  get types(): TypeHost | null {
    return this.#host.types;
  }

  paths(): readonly string[] {
    return this.#host.files();
  }

  /** A text that changes whenever a file of the project changes. */
  stamp(): string {
    return (
      this.#host.stamp?.() ??
      this.paths()
        .map((path) => `${path} ${this.text(path)?.version}`)
        .join('\n')
    );
  }

  /** The target of an import in a file. */
  resolve(specifier: string, from: string): ImportTarget {
    return this.#host.resolve(specifier, from);
  }

  importedFiles(path: string): readonly string[] {
    return this.#host.importedFiles(path);
  }

  /** The text of a file, without parsing it; `null`: there is none. */
  text(path: string): FileText | null {
    return this.#host.read(path);
  }

  /** The parsed file; `null` when it does not exist or cannot be parsed. */
  file(path: string): ProjectFile | null {
    const file = this.#read(path);
    return file instanceof CompileFailure ? null : file;
  }

  /** A file as if it had another text, which is not kept; `null` when that cannot be parsed. */
  fileWith(path: string, code: string): ProjectFile | null {
    const file = this.#inspect(path, code);
    return file instanceof CompileFailure ? null : file;
  }

  /** The syntax errors of a file. Editors leave them to TypeScript. */
  syntaxProblems(path: string): readonly Diagnostic[] {
    const file = this.#read(path);
    return file instanceof CompileFailure ? file.diagnostics : [];
  }

  #read(path: string): ProjectFile | CompileFailure | null {
    const text = this.#host.read(path);
    if (!text) return null;
    const cached = this.#files.get(path);
    if (cached?.version === text.version) return cached.file;
    const file = this.#inspect(path, text.code);
    this.#files.set(path, { version: text.version, file });
    return file;
  }

  #inspect(path: string, code: string): ProjectFile | CompileFailure {
    const { rootDir } = this.#host;
    const source = createSourceFile({ path, name: toDisplayName(rootDir, path), code });
    try {
      const parsed = bindFile(source, this.#host.parse(source), configuredJsxFactories(path));
      const { analysis, problems } = inspectModule(parsed, toModuleId({ path, rootDir }));
      return {
        source,
        items: parsed.items,
        bindings: parsed.bindings,
        directives: new Map(analysis?.functions.map((found) => [found.node, found])),
        analysis,
        problems,
      };
    } catch (error) {
      if (error instanceof CompileFailure) return error;
      throw error;
    }
  }

  /** Whether a build has told of its problems. */
  get wasBuilt(): boolean {
    return this.#wasBuilt;
  }

  /** Keeps the problems that a build found. @param texts The texts of their files at the time of the build, by path. */
  keepBuildProblems({ problems, texts }: BuildAnswer): void {
    const byFile = Map.groupBy(problems, ({ file }) => file);
    this.#wasBuilt = true;
    this.#built = new Map(
      Array.from(byFile, ([path, ofFile]) => [path, { code: texts[path] ?? '', problems: ofFile }]),
    );
  }

  /** The problems that the last build found in a file. Once the text is another one, only those at its imports. */
  buildProblems(path: string): readonly Diagnostic[] {
    const built = this.#built.get(path);
    const code = built && this.text(path)?.code;
    if (!built || code === undefined) return [];
    return code === built.code
      ? built.problems
      : built.problems.flatMap((problem) => movedImport(problem, built.code, code));
  }

  /** Paths of the files in which the last build found problems. */
  pathsWithBuildProblems(): readonly string[] {
    return [...this.#built.keys()];
  }

  /** Whether a file without directives imports workflows or steps, also through other files. */
  isConcerned(path: string): boolean {
    return this.importedFiles(path).some((imported) => this.#leadsToDirectives(imported, new Set([path])));
  }

  #leadsToDirectives(path: string, seen: Set<string>): boolean {
    const text = seen.has(path) ? null : this.text(path);
    if (!text) return false;
    seen.add(path);
    if (mayHoldDirective(text.code)) return true;
    return RE_EXPORT.test(text.code) && this.importedFiles(path).some((next) => this.#leadsToDirectives(next, seen));
  }
}

const IMPORT_LINE = /^\s*(?:import|export)\b.*\bfrom\b/;

/** A problem at an import in a text, at the place of the same line in another text; none when that has no such line. */
function movedImport(problem: Diagnostic, before: string, now: string): Diagnostic[] {
  const start = before.lastIndexOf('\n', problem.index - 1) + 1;
  const end = before.indexOf('\n', start);
  const line = before.slice(start, end === -1 ? undefined : end);
  const found = IMPORT_LINE.test(line) ? `\n${now}\n`.indexOf(`\n${line}\n`) : -1;
  if (found === -1) return [];
  const shift = found - start;
  return [{ ...problem, index: problem.index + shift, end: problem.end + shift }];
}
