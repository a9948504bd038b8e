/** The modules of one build that were compiled. */
import { analyzeModule } from '../analyze/analyze-module.ts';
import { type CompiledModule, type ModuleInfo, type View, compileModule } from '../compile-module.ts';
import { CompileFailure, type Diagnostic, type SourceFile, createSourceFile } from '../diagnostics.ts';
import { toModuleId } from '../module-id.ts';
import { toDisplayName } from './source-files.ts';

/** A module with workflows, steps, or classes whose instances can be passed. */
export interface BuildModule {
  source: SourceFile;
  info: ModuleInfo;
  warnings: readonly Diagnostic[];
}

/** The text of one view; `map` is `null` for modules with errors, whose text is empty. */
export interface ViewCode {
  code: string;
  map: CompiledModule['map'] | null;
}

/**
 * Compiles modules, and keeps what they hold and what is wrong with them. People see all problems of a build at once, so
 * a module with errors does not end the work: {@link throwProblems} does, at the end of a phase.
 */
export class BuildModules {
  readonly #rootDir: string;
  readonly #modules = new Map<string, BuildModule>();
  readonly #problems = new Map<string, readonly Diagnostic[]>();

  constructor(rootDir: string) {
    this.#rootDir = rootDir;
  }

  /** One view of a module; `null` when it can stay as it is. */
  compile({ path, code, view }: { path: string; code: string; view: View }): ViewCode | null {
    const source = createSourceFile({ path, name: toDisplayName(this.#rootDir, path), code });
    const moduleId = toModuleId({ path, rootDir: this.#rootDir });
    return this.#collectProblems(path, () => {
      const compiled = compileModule({ path, name: source.name, moduleId, code, view });
      if (compiled) this.#modules.set(path, { source, info: compiled.info, warnings: compiled.warnings });
      return compiled;
    });
  }

  /** Looks for mistakes in a module without a directive: it may hold a misspelled one. */
  check({ path, code }: { path: string; code: string }): void {
    const source = createSourceFile({ path, name: toDisplayName(this.#rootDir, path), code });
    this.#collectProblems(path, () => {
      analyzeModule(source, toModuleId({ path, rootDir: this.#rootDir }));
      return null;
    });
  }

  #collectProblems(path: string, compile: () => CompiledModule | null): ViewCode | null {
    try {
      return compile();
    } catch (error) {
      if (!(error instanceof CompileFailure)) throw error;
      this.#problems.set(path, error.diagnostics);
      return { code: '', map: null };
    }
  }

  /** All that were compiled so far, in the order of their names. */
  get all(): BuildModule[] {
    return [...this.#modules.values()].sort((a, b) => (a.source.name < b.source.name ? -1 : 1));
  }

  get withWorkflows(): BuildModule[] {
    return this.all.filter(({ info }) => info.workflows.length > 0);
  }

  get withClasses(): BuildModule[] {
    return this.all.filter(({ info }) => info.classes.length > 0);
  }

  /** Modules that the step bundle must evaluate. */
  get withStepsOrClasses(): BuildModule[] {
    return this.all.filter(({ info }) => info.steps.length > 0 || info.classes.length > 0);
  }

  /** Modules that the workflow bundle must be able to evaluate. */
  get withWorkflowsOrClasses(): BuildModule[] {
    return this.all.filter(({ info }) => info.workflows.length > 0 || info.classes.length > 0);
  }

  has(path: string): boolean {
    return this.#modules.has(path);
  }

  /** @throws CompileFailure with the problems of all modules, when there are any. */
  throwProblems(): void {
    const paths = [...this.#problems.keys()].sort();
    if (paths.length > 0) throw new CompileFailure(paths.flatMap((path) => this.#problems.get(path)!));
  }
}
