/** What the plugin knows of one project of the editor: its analysis, kept as long as nothing changes, and its settings. */
import { dirname, join, normalize } from 'node:path';
import type ts from 'typescript-6';
import { analyzeFile, isWorthALook } from '../analysis/check/analyze-file.ts';
import type { Finding } from '../analysis/findings/finding.ts';
import { Project, type ProjectFile } from '../analysis/project/project.ts';
import { type ReadSettings, readSettings } from '../analysis/settings/read-settings.ts';
import { contains } from '../../compiler/ast.ts';
import { ProgramHost } from './program-host.ts';
import type { TypeScript } from '../tree/tree-converter.ts';

/** What the entry of the plugin in `tsconfig.json` says. */
type PluginOptions = Omit<ReadSettings, 'problems'>;

export interface SessionOptions {
  typescript: TypeScript;
  /** The service that this plugin extends. */
  service: ts.LanguageService;
  /** Folder of the project. */
  directory: string;
  host: ts.ModuleResolutionHost;
  /** Entry of the plugin. */
  config: unknown;
  log: (text: string) => void;
}

export class WorkflowSession {
  readonly typescript: TypeScript;
  readonly project: Project;
  readonly #service: ts.LanguageService;
  readonly #log: (text: string) => void;
  readonly #findings = new Map<string, Finding[]>();
  #program: ts.Program | undefined;
  #options: PluginOptions;

  constructor({ typescript, service, directory, host, config, log }: SessionOptions) {
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
  }

  get options(): PluginOptions {
    return this.#options;
  }

  /** @param config As in `tsconfig.json`; it takes the place of the one before. */
  configure(config: unknown): void {
    this.#options = this.#read(config);
    this.#findings.clear();
  }

  /** The program that was looked at last; `undefined` where the editor knows single files only. */
  get program(): ts.Program | undefined {
    return this.#program;
  }

  /** Whether a file has to do with workflows. Others are not even parsed unless somebody asks for it. */
  isConcerned(fileName: string): boolean {
    return this.#refresh() && isWorthALook(this.project, normalize(fileName));
  }

  /** A file as it is now; `null` for what is no source of the project. */
  file(fileName: string): ProjectFile | null {
    return this.#refresh() ? this.project.file(normalize(fileName)) : null;
  }

  /** Everything there is to say of a file as it is now. */
  findings(fileName: string): readonly Finding[] {
    if (!this.#refresh()) return [];
    const known = this.#findings.get(fileName);
    if (known) return known;
    const path = normalize(fileName);
    const found = this.#withoutBroken(path, analyzeFile(this.project, path, this.#options.settings));
    this.#findings.set(fileName, found);
    return found;
  }

  /** A statement at the top level that is being typed is judged when it can be read. */
  #withoutBroken(path: string, findings: Finding[]): Finding[] {
    const source = findings.length > 0 ? this.#program?.getSourceFile(path) : undefined;
    const errors = source ? this.#program!.getSyntacticDiagnostics(source) : [];
    if (errors.length === 0) return findings;
    const items = this.project.file(path)?.items ?? [];
    const broken = items.filter(({ span }) => errors.some(({ start }) => span.start <= start && start <= span.end));
    return findings.filter(({ span }) => !broken.some((item) => contains(item.span, span)));
  }

  /** Takes up what was edited since. The service makes another program for any change. */
  #refresh(): boolean {
    const program = this.#service.getProgram();
    if (program !== this.#program) this.#findings.clear();
    this.#program = program;
    return program !== undefined;
  }

  #read(config: unknown): PluginOptions {
    const { problems, ...options } = readSettings(config);
    for (const { message } of problems) this.#log(message);
    return options;
  }
}

/** The folder that ids count from: the nearest one with a `package.json`, as the build has it. */
function findRoot(directory: string, host: ts.ModuleResolutionHost): string {
  for (let at = directory; ; at = dirname(at)) {
    if (host.fileExists(join(at, 'package.json'))) return at;
    if (dirname(at) === at) return directory;
  }
}
