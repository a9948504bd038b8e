/** Builds the workflows of a project for a framework: once for production, or after each change of a source. */
import { resolve } from 'node:path';
import { type Builder, type BuilderOptions, type BuildResult, createBuilder } from '../../compiler/build/builder.ts';
import type { FileQuestions } from '../../compiler/build/contract-types.ts';
import { toDisplayName } from '../../compiler/build/source-files.ts';
import { CompileFailure } from '../../compiler/diagnostics.ts';
import { type ApplicationFiles, applicationFilesOf } from './application-files.ts';
import { createBuildQueue } from './build-queue.ts';
import { loadAsRunsDo } from './load-as-runs-do.ts';
import { leftOutText } from './left-out-text.ts';
import { toPrintedError } from './printed-error.ts';
import { SourceWatcher, type SourceWatcherOptions, type WatchedSources } from './watch-sources.ts';

/** Receives messages for the developer. */
export interface BuildLog {
  info(text: string): void;
  warn(text: string): void;
  error(text: string): void;
}

/** For frameworks without a logger. */
export const consoleLog: BuildLog = {
  info: (text) => console.info(`[workflow] ${text}`),
  warn: (text) => console.warn(`[workflow] ${text}`),
  error: (text) => console.error(`[workflow] ${text}`),
};

/** The project of a build, and the receivers of messages and results. */
export interface ProjectBuildOptions extends BuilderOptions {
  /** Absolute paths. */
  dirs: readonly string[];
  log: BuildLog;
  /** Called after each build while sources are watched. @param failure `null`: the build succeeded. */
  onBuilt?(failure: CompileFailure | null, result: BuildResult | null): void;
  /** The text for the log about a file without directives that is bundled apart, see `stateOf`. Default: none. */
  describeApart?(file: string): string;
  /** Watches the sources. Default: the file system is watched. */
  watchSources?(options: SourceWatcherOptions): WatchedSources;
}

/**
 * The build of one project, with the files that its application was seen to load. `buildOnce()` is for production,
 * `watch()` for development.
 */
export class ProjectBuild {
  readonly #options: ProjectBuildOptions;
  readonly #builder: Builder;
  readonly #application: ApplicationFiles;
  readonly #said = new Set<string>();
  #watcher: WatchedSources | null = null;
  #stopFollowing: (() => void) | null = null;
  #inputs: readonly string[] = [];
  #lastFailure = '';
  #lastWarning = '';

  /** Requests another build while sources are watched; see `createBuildQueue`. Never rejects. */
  readonly rebuild = createBuildQueue(() => this.#rebuild());

  constructor(options: ProjectBuildOptions) {
    this.#options = options;
    this.#application = applicationFilesOf(options.rootDir);
    this.#builder = createBuilder({
      tryBundle: loadAsRunsDo,
      joined: () => this.#application.list(),
      // In development nothing is deployed, and an edit must be quick.
      readTypes: async (asked) => (this.#watcher ? null : await readTypes(options, asked)),
      ...options,
    });
  }

  /**
   * Builds for production.
   * @param options `isTold`: whether the log says what workflows leave out. Default: `true`.
   * @throws Error with every problem and its place, in a form that hosts print unchanged.
   */
  async buildOnce({ isTold = true } = {}): Promise<BuildResult> {
    this.#application.isComplete = false;
    try {
      const result = await this.#buildAll();
      for (const { text } of result.warnings) this.#sayOnce('warn', text);
      const leftOut = isTold ? leftOutText(result.manifest) : null;
      if (leftOut !== null) this.#sayOnce('info', leftOut);
      return result;
    } catch (error) {
      throw toPrintedError(error, 'The workflows cannot be built.');
    }
  }

  /**
   * Builds for production again if the application was seen to load files that the build before does not hold.
   * @returns `null` when there are none. @throws as {@link buildOnce}.
   */
  async buildAgain(options?: { isTold: boolean }): Promise<BuildResult | null> {
    return this.#application.isAhead ? await this.buildOnce(options) : null;
  }

  /** Calls back when the application is seen to load files that the build does not hold. @returns How to stop. */
  onNewFiles(callback: () => Promise<void>): () => void {
    return this.#application.listen(callback);
  }

  /** The last build of a production server: a file that the application is seen to load from now on is an error. */
  async complete(): Promise<BuildResult | null> {
    const result = await this.buildAgain();
    this.#application.isComplete = true;
    return result;
  }

  /**
   * Builds now and after each change of a source. While a build fails, the last good one stays. Resolves after the
   * first build; never rejects.
   */
  async watch(): Promise<void> {
    const { dirs, watchSources = (options) => new SourceWatcher(options) } = this.#options;
    this.#watcher ??= watchSources({ folders: dirs, onChange: () => void this.rebuild() });
    this.#stopFollowing ??= this.#application.follow(
      resolve(this.#options.rootDir, this.#options.outDir),
      this.rebuild,
    );
    await this.rebuild();
  }

  /** Stops watching. */
  close(): void {
    this.#stopFollowing?.();
    this.#stopFollowing = null;
    this.#watcher?.close();
    this.#watcher = null;
  }

  async #rebuild(): Promise<void> {
    try {
      const result = await this.#buildAll();
      this.#inputs = result.inputs;
      this.#reportSuccess(result);
    } catch (error) {
      this.#reportFailure(error);
    }
    this.#watcher?.watchFiles(this.#inputs);
  }

  async #buildAll(): Promise<BuildResult> {
    const result = await this.#builder.build();
    this.#application.setBuilt(result.modules);
    return result;
  }

  #sayOnce(level: keyof BuildLog, text: string): void {
    if (!this.#said.has(text)) this.#options.log[level](text);
    this.#said.add(text);
  }

  #reportSuccess(result: BuildResult): void {
    const { changed, warnings, apart, modules } = result;
    const { rootDir, log, onBuilt, describeApart } = this.#options;
    const plain = [...apart].filter((path) => !modules.includes(path)).sort();
    if (describeApart) for (const path of plain) this.#sayOnce('info', describeApart(toDisplayName(rootDir, path)));
    if (changed || this.#lastFailure !== '') log.info('Workflows built');
    this.#lastFailure = '';
    const text = warnings.map((warning) => warning.text).join('\n\n');
    if (text !== this.#lastWarning && text !== '') log.warn(text);
    this.#lastWarning = text;
    onBuilt?.(null, result);
  }

  /** Does not repeat the same message. */
  #reportFailure(error: unknown): void {
    const { log, onBuilt } = this.#options;
    const text = error instanceof CompileFailure ? error.message : String((error as Error).stack ?? error);
    if (text !== this.#lastFailure)
      log.error(`The workflows cannot be built. If there is a last good build, it stays.\n\n${text}`);
    this.#lastFailure = text;
    if (error instanceof CompileFailure) onBuilt?.(error, null);
  }
}

/** Loaded only where it is asked. */
async function readTypes({ rootDir, log }: ProjectBuildOptions, asked: readonly FileQuestions[]) {
  const { typesOfProject } = await import('../../ts-plugin/analysis/hosts/types-of-project.ts');
  return await typesOfProject(rootDir, (text) => log.warn(text))(asked);
}
