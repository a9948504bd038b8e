/** The modules of one build that were compiled. */
import { dirname, extname, join } from 'node:path';
import { analyzeModule } from '../analyze/analyze-module.ts';
import type { ModuleAnalysis } from '../analyze/module-analysis.ts';
import { child, text } from '../ast.ts';
import type { CompileOptions, View } from '../compile-module.ts';
import { CompileFailure, type Diagnostic, type SourceFile, createSourceFile } from '../diagnostics.ts';
import { configuredJsxFactories } from '../jsx-factories.ts';
import { toModuleId } from '../module-id.ts';
import type { LayerModules } from '../views/view-builder.ts';
import type { KeepOptions } from '../workflow-code/keep-units.ts';
import { loadedSources, stepImports, type WorkflowCode } from '../workflow-code/workflow-code.ts';
import type { CodeChoices } from './code-choices.ts';
import type { ReachedErrors } from './contract-types.ts';
import type { FileStates } from './file-states.ts';
import type { QuietModules, Resolve } from './quiet-modules.ts';
import { isInstalled, toDisplayName } from './source-files.ts';
import type { CompiledView, ViewCache } from './view-cache.ts';

/** A module with workflows, steps, or classes whose instances can be passed. */
export type BuildModule = Pick<CompiledView, 'source' | 'info' | 'analysis' | 'warnings'>;

/** False for a plain file, of which only the views count. */
const isPart = ({ analysis: { directives, functions, classes } }: BuildModule): boolean =>
  directives.length + functions.length + classes.length > 0;

/** Absolute path of a module; also for `map`. */
export const pathOf = ({ source }: BuildModule): string => source.path;

/** A module of which workflows hold a part, with the code that it is. */
export interface CutModule {
  source: SourceFile;
  analysis: ModuleAnalysis;
  code: WorkflowCode;
}

/** The text of one view; `map` is `null` for modules with errors, whose text is empty. */
export interface ViewCode {
  code: string;
  /** Source map (version 3, JSON text). */
  map: string | null;
}

/** The text of a module, and what is wanted of it. */
export interface ViewRequest {
  path: string;
  code: string;
  view: View;
}

/** A step bundle is a layer. */
export const BUNDLE_LAYER: LayerModules = { layer: 'workflow:layer', registry: 'workflow:registry' };

type Role = 'names' | 'loaded' | 'steps' | 'nothing';

const knownRoles = new WeakMap<WorkflowCode, ReadonlyMap<string, Role>>();

/** The imports of a module that are for more than names. */
function rolesIn(code: WorkflowCode): ReadonlyMap<string, Role> {
  let roles = knownRoles.get(code);
  if (!roles) {
    const steps = stepImports(code).map((item): [string, Role] => [text(child(item, 'source')!), 'steps']);
    const loaded = Array.from(loadedSources(code), (source): [string, Role] => [source, 'loaded']);
    knownRoles.set(code, (roles = new Map([...steps, ...loaded])));
  }
  return roles;
}

/** Builds know these of modules from the builds before. */
export interface KeptModules {
  files: FileStates;
  views: ViewCache;
  choices: CodeChoices;
  quiet: QuietModules;
}

/**
 * Compiles modules, and keeps what they hold and what is wrong with them. People see all problems of a build at once,
 * so a module with errors does not end the work: {@link throwProblems} does, at the end of a phase.
 */
export class BuildModules {
  readonly #rootDir: string;
  readonly #views: ViewCache;
  readonly #choices: CodeChoices;
  readonly #quiet: QuietModules;
  readonly #files: FileStates;
  readonly #jsxFactories = new Map<string, readonly string[]>();
  readonly #modules = new Map<string, BuildModule>();
  /** Paths of all that have a workflow view, those of plain files too. */
  readonly #inWorkflows = new Set<string>();
  readonly #problems = new Map<string, readonly Diagnostic[]>();

  /** The classes of errors that workflows load, whether they use them or not. */
  wantedErrors: ReachedErrors = new Map();

  /** @param kept One build leaves it to the next. */
  constructor(rootDir: string, { files, views, choices, quiet }: KeptModules) {
    this.#rootDir = rootDir;
    this.#files = files;
    this.#views = views;
    this.#choices = choices;
    this.#quiet = quiet;
  }

  /** One view of a module; `null` when it can stay as it is. */
  compile(request: ViewRequest): ViewCode | null {
    return this.#collectProblems(request.path, () => {
      const compiled = this.#views.compile(this.#compileOptions(request));
      if (compiled && isPart(compiled)) this.#modules.set(request.path, compiled);
      if (compiled?.workflowCode?.analysis) this.#inWorkflows.add(request.path);
      return compiled;
    });
  }

  /** `null` when there is no view, for whatever reason. The module is not added. */
  peek(request: ViewRequest): CompiledView | null {
    try {
      return this.#views.compile(this.#compileOptions(request));
    } catch (error) {
      if (!(error instanceof CompileFailure)) throw error;
      return null;
    }
  }

  /**
   * The use of an import in the workflow view of a module. `names`: only its names count; `loaded`: the imported module
   * does what it does when it loads; `steps`: only steps use names of it, but it may do something when it loads;
   * `nothing`: only steps use it, and what it does cannot run here.
   */
  roleOf(path: string, source: string): Role {
    const code = this.last(path, 'workflow')?.workflowCode;
    const role = (code && rolesIn(code).get(source)) ?? 'names';
    if (!this.#choices.leavesOutEffects(path, source)) return role;
    return role === 'steps' ? 'nothing' : 'names';
  }

  /** Whether a file of the project does nothing when it loads, as the files that it imports. */
  isQuiet(path: string, resolve: Resolve): Promise<boolean> {
    return this.#quiet.isQuiet(path, resolve);
  }

  /** The view of the text that was compiled last; `null` when there is none. */
  last(path: string, view: View): CompiledView | null {
    return this.#views.last(path, view);
  }

  #compileOptions(request: ViewRequest): CompileOptions {
    const { path } = request;
    const moduleId = toModuleId({ path, rootDir: this.#rootDir });
    const leaveOut: KeepOptions['leaveOut'] = ({ key }) => this.#choices.leavesOut(path, key);
    const jsxFactories = this.#jsxFactoriesOf(path);
    const wanted = this.wantedErrors.get(path);
    const wantedErrors = wanted && new Set(wanted.keys());
    const name = toDisplayName(this.#rootDir, path);
    const layerModules = request.view === 'application' ? BUNDLE_LAYER : undefined;
    return { ...request, name, moduleId, layerModules, leaveOut, jsxFactories, wantedErrors };
  }

  /** Read once in a build for each folder and extension. */
  #jsxFactoriesOf(path: string): readonly string[] {
    const key = join(dirname(path), extname(path));
    const known = this.#jsxFactories.get(key);
    if (known) return known;
    const found = configuredJsxFactories(path, (file) => this.#files.readIfThere(file));
    this.#jsxFactories.set(key, found);
    return found;
  }

  /** Looks for mistakes in a module without a directive: it may hold a misspelled one. */
  check({ path, code }: { path: string; code: string }): void {
    const source = createSourceFile({ path, name: toDisplayName(this.#rootDir, path), code });
    this.#collectProblems(path, () => {
      analyzeModule(source, toModuleId({ path, rootDir: this.#rootDir }));
      return null;
    });
  }

  #collectProblems(path: string, compile: () => CompiledView | null): ViewCode | null {
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

  /** The modules of which workflows hold a part and no more, in the order of their names; plain files too. */
  get inWorkflows(): CutModule[] {
    const cut = [...this.#inWorkflows].flatMap((path) => this.cutModule(path) ?? []);
    return cut.sort((a, b) => (a.source.name < b.source.name ? -1 : 1));
  }

  /** `null` for a module of which workflows hold all, or nothing. */
  cutModule(path: string): CutModule | null {
    const view = this.last(path, 'workflow');
    const code = view?.workflowCode;
    return view && code?.analysis ? { source: view.source, analysis: code.analysis, code } : null;
  }

  get withWorkflows(): BuildModule[] {
    return this.all.filter(({ info }) => info.workflows.length > 0);
  }

  get withClasses(): BuildModule[] {
    return this.all.filter(({ info }) => info.classes.length > 0);
  }

  /** Modules that the step bundle must evaluate. */
  get withStepsOrClasses(): BuildModule[] {
    return this.all.filter(({ info }) => info.steps.length + info.classes.length + info.calledClasses.length > 0);
  }

  /** Modules of installed packages, which the compiler changes and so must not be left to Node. */
  get installed(): BuildModule[] {
    return this.all.filter(({ source }) => isInstalled(source.path));
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
