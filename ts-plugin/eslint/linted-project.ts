/** The projects of linted files. A linter asks for one file at a time, and waits for the answer. */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type ts from 'typescript-6';
import { SOURCE_FILE, isSourceFolder, isSourceName } from '../../compiler/build/source-files.ts';
import { findProjectRoot } from '../../integrations/shared/project-root.ts';
import { analyzeFile } from '../analysis/check/analyze-file.ts';
import type { Finding } from '../analysis/findings/finding.ts';
import type { TypeScriptModule } from '../analysis/hosts/compiler-adapter.ts';
import { CompilerTypes } from '../analysis/hosts/compiler-types.ts';
import { DiskHost } from '../analysis/hosts/disk-host.ts';
import { findTypeScript } from '../analysis/hosts/find-typescript.ts';
import { isOutput } from '../analysis/hosts/open-project.ts';
import { readPluginEntry } from '../analysis/hosts/tsconfig.ts';
import type { FileText } from '../analysis/project/host.ts';
import { COMPONENT_FILE } from '../../compiler/component-scripts.ts';
import { Project } from '../analysis/project/project.ts';
import { readSettings } from '../analysis/settings/read-settings.ts';
import type { AnalysisSettings } from '../analysis/settings/settings.ts';

/** A file as the linter sees it. */
export interface LintedFile {
  /** Absolute. */
  path: string;
  /** Without the mark of the encoding. */
  code: string;
  /** The program of typescript-eslint, if the linter has types. */
  program: ts.Program | undefined;
}

const TSCONFIG = 'tsconfig.json';

/** A linter in an editor lives long: after this time it looks for changes on disk again. */
const LOOK_AGAIN_MS = 1000;

const projects = new Map<string, LintedProject>();

/** The findings of a linted file, with the settings of its `tsconfig.json`; none for a file that is no source. */
export function findingsOf(file: LintedFile): Finding[] {
  const folder = dirname(file.path);
  const isComponent = COMPONENT_FILE.test(file.path);
  if (!(isComponent || SOURCE_FILE.test(file.path)) || !existsSync(folder)) return [];
  const rootDir = findProjectRoot(folder);
  const config = nearestConfig(folder) ?? join(rootDir, TSCONFIG);
  // The program of a component has another text: that of its parser.
  const isTyped = file.program !== undefined && !isComponent;
  // Other settings make another project.
  const key = [rootDir, describe(config), isTyped].join('\0');
  let project = projects.get(key);
  if (!project) projects.set(key, (project = new LintedProject({ rootDir, config, isTyped })));
  return project.find(file);
}

function nearestConfig(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, TSCONFIG))) return join(at, TSCONFIG);
    if (dirname(at) === at) return null;
  }
}

/** One project: its files on disk, and the one that is linted. */
class LintedProject {
  readonly #rootDir: string;
  readonly #project: Project;
  readonly #settings: AnalysisSettings;
  #file: LintedFile | undefined;
  /** The linted file if its text is not the one on disk. */
  #unsaved: LintedFile | undefined;
  #paths: readonly string[] = [];
  /** The names, sizes and times of the files at the last look. */
  #state = '';
  #changes = 0;
  #lookedAt = -Infinity;

  constructor({ rootDir, config, isTyped }: { rootDir: string; config: string; isTyped: boolean }) {
    const { settings, dirs } = readSettings(readPluginEntry(config));
    this.#rootDir = rootDir;
    this.#settings = settings;
    const host = new DiskHost({
      rootDir,
      files: () => this.#paths,
      stamp: () => String(this.#changes),
      openText: (path) => this.#openText(path),
      types: isTyped ? this.#openTypes() : null,
      ...(dirs && { dirs: dirs.map((dir) => resolve(rootDir, dir)) }),
    });
    this.#project = new Project(host);
  }

  find(file: LintedFile): Finding[] {
    const unsaved = readText(file.path) === file.code ? undefined : file;
    if (unsaved?.path !== this.#unsaved?.path || unsaved?.code !== this.#unsaved?.code) this.#changes++;
    this.#file = file;
    this.#unsaved = unsaved;
    this.#look();
    return analyzeFile(this.#project, file.path, this.#settings);
  }

  #openText(path: string): FileText | null {
    const unsaved = this.#unsaved?.path === path ? this.#unsaved : undefined;
    return unsaved ? { code: unsaved.code, version: unsaved.code } : null;
  }

  /** The types of the program that the linter made; `null` when the project's TypeScript cannot read it. */
  #openTypes(): CompilerTypes | null {
    const found = findTypeScript(this.#rootDir);
    if (found.kind !== 'compiler') return null;
    const typescript = createRequire(found.entry)(found.entry) as TypeScriptModule;
    return new CompilerTypes({ typescript, programOf: () => this.#file?.program });
  }

  /** Lists and compares the files, which a run over many files should not do for each. */
  #look(): void {
    const now = performance.now();
    if (now - this.#lookedAt < LOOK_AGAIN_MS) return;
    this.#lookedAt = now;
    const paths = listSources(this.#rootDir).filter((path) => !isOutput(this.#rootDir, path));
    const state = paths.map(describe).join('\n');
    if (state === this.#state) return;
    this.#state = state;
    this.#paths = paths;
    this.#changes++;
  }
}

function readText(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/** Name, size and time of a file. */
function describe(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return `${path} ${stat?.size} ${stat?.mtimeMs}`;
}

function listSources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return isSourceFolder(entry.name) ? listSources(path) : [];
    return entry.isFile() && isSourceName(entry.name) ? [path] : [];
  });
}
