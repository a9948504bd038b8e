/** The analysis and the settings of one project in an editor. */
import { dirname, join, normalize } from 'node:path';
import type ts from 'typescript-6';
import { analyzeFile, isWorthALook } from '../analysis/check/analyze-file.ts';
import type { Finding } from '../analysis/findings/finding.ts';
import {
  type BuildAnswer,
  type BuildQuestion,
  sourcesToBuild,
  textsWithNewImports,
} from '../analysis/project/build-sources.ts';
import { Project, type ProjectFile } from '../analysis/project/project.ts';
import { type ReadSettings, readSettings } from '../analysis/settings/read-settings.ts';
import { contains } from '../../compiler/ast.ts';
import { BackgroundBuild, type Timers } from './background-build.ts';
import { ProgramHost } from './program-host.ts';
import type { TypeScript } from '../tree/tree-converter.ts';

/** The settings in the plugin's entry. */
type PluginOptions = Omit<ReadSettings, 'problems'>;

/** The project of an editor. */
export interface WorkflowSessionOptions {
  typescript: TypeScript;
  /** The service that this plugin extends. */
  service: ts.LanguageService;
  /** Folder of the project. */
  directory: string;
  host: ts.ModuleResolutionHost;
  /** The plugin's entry in `tsconfig.json`. */
  config: unknown;
  log: (text: string) => void;
  /** The timers of the editor; `undefined`: it has none, so nothing is built in the background. */
  timers?: Timers | undefined;
  /** Called when a build has ended that found something else than the one before. */
  onBuilt?: () => void;
}

/** Keeps the findings of a project until a file changes. */
export class WorkflowSession {
  readonly typescript: TypeScript;
  readonly project: Project;
  readonly #service: ts.LanguageService;
  readonly #log: (text: string) => void;
  readonly #findings = new Map<string, Finding[]>();
  readonly #build: BackgroundBuild | null;
  /** The files that the editor has asked about. */
  readonly #shown = new Set<string>();
  #program: ts.Program | undefined;
  #options: PluginOptions;
  #built = '';

  constructor(options: WorkflowSessionOptions) {
    const { typescript, service, directory, host, config, log } = options;
    this.typescript = typescript;
    this.#service = service;
    this.#log = log;
    this.#options = this.#read(config);
    this.project = new Project(
      new ProgramHost({
        typescript,
        rootDir: findRoot(normalize(directory), host),
        dirs: () => this.#options.dirs,
        program: () => this.#program,
        resolution: host,
      }),
    );
    this.#build = this.#createBuild(options);
  }

  /** Ends what runs in the background. */
  dispose(): void {
    this.#build?.close();
  }

  get options(): PluginOptions {
    return this.#options;
  }

  /** Replaces the settings. @param config The plugin's entry in `tsconfig.json`. */
  configure(config: unknown): void {
    this.#options = this.#read(config);
    this.#findings.clear();
  }

  /** The program of the last request; `undefined` when the editor has only single files. */
  get program(): ts.Program | undefined {
    return this.#program;
  }

  /** Whether a file has to do with workflows. Other files are not even parsed. */
  isConcerned(fileName: string): boolean {
    return this.#refresh() && isWorthALook(this.project, normalize(fileName));
  }

  /** The current state of a file; `null` when it is no source of the project. */
  file(fileName: string): ProjectFile | null {
    return this.#refresh() ? this.project.file(normalize(fileName)) : null;
  }

  /** The findings in the current state of a file. */
  findings(fileName: string): readonly Finding[] {
    if (!this.#refresh()) return [];
    this.#shown.add(normalize(fileName));
    this.#build?.request();
    const known = this.#findings.get(fileName);
    if (known) return known;
    const path = normalize(fileName);
    const found = this.#withoutBroken(path, analyzeFile(this.project, path, this.#options.settings));
    this.#findings.set(fileName, found);
    return found;
  }

  /** Without the findings in statements with syntax errors: the user is still typing them. */
  #withoutBroken(path: string, findings: Finding[]): Finding[] {
    const source = findings.length > 0 ? this.#program?.getSourceFile(path) : undefined;
    const errors = source ? this.#program!.getSyntacticDiagnostics(source) : [];
    if (errors.length === 0) return findings;
    const items = this.project.file(path)?.items ?? [];
    const broken = items.filter(({ span }) => errors.some(({ start }) => span.start <= start && start <= span.end));
    return findings.filter(({ span }) => !broken.some((item) => contains(item.span, span)));
  }

  /** Reads the current program. The service creates another one after any change. */
  #refresh(): boolean {
    const program = this.#service.getProgram();
    if (program !== this.#program) this.#findings.clear();
    this.#program = program;
    return program !== undefined;
  }

  #createBuild({ timers, log, onBuilt }: WorkflowSessionOptions): BackgroundBuild | null {
    if (!timers) return null;
    const { project } = this;
    const question = (): BuildQuestion => ({
      rootDir: project.rootDir,
      dirs: project.dirs,
      sources: sourcesToBuild(project),
      unsaved: textsWithNewImports(project, this.#shown),
    });
    const onAnswer = (answer: BuildAnswer): void => {
      const built = JSON.stringify(answer);
      if (built === this.#built) return;
      this.#built = built;
      project.keepBuildProblems(answer);
      this.#findings.clear();
      onBuilt?.();
    };
    return new BackgroundBuild({ timers, question, onAnswer, log });
  }

  #read(config: unknown): PluginOptions {
    const { problems, ...options } = readSettings(config);
    for (const { message } of problems) this.#log(message);
    return options;
  }
}

/** The folder that ids count from: the nearest one with a `package.json`, as in the build. */
function findRoot(directory: string, host: ts.ModuleResolutionHost): string {
  for (let at = directory; ; at = dirname(at)) {
    if (host.fileExists(join(at, 'package.json'))) return at;
    if (dirname(at) === at) return directory;
  }
}
