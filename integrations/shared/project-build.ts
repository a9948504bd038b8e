/** Builds the workflows of a project for a framework: once for production, or after each change of a source. */
import { type Builder, type BuilderOptions, type BuildResult, createBuilder } from '../../compiler/build/builder.ts';
import { CompileFailure } from '../../compiler/diagnostics.ts';
import { createBuildQueue } from './build-queue.ts';
import { loadAsRunsDo } from './load-as-runs-do.ts';
import { toPrintedError } from './printed-error.ts';
import { SourceWatcher } from './watch-sources.ts';

/** Receives messages for the developer. */
export interface BuildLog {
  success(text: string): void;
  warn(text: string): void;
  error(text: string): void;
}

/** For frameworks without a logger. */
export const consoleLog: BuildLog = {
  success: (text) => console.info(`[workflow] ${text}`),
  warn: (text) => console.warn(`[workflow] ${text}`),
  error: (text) => console.error(`[workflow] ${text}`),
};

/** The project of a build, and the receivers of messages and results. */
export interface ProjectBuildOptions extends BuilderOptions {
  /** Absolute paths. */
  dirs: readonly string[];
  log: BuildLog;
  /** Called after each build while sources are watched; `null`: the build succeeded. */
  onBuilt?(failure: CompileFailure | null): void;
}

/** The build of one project. `buildOnce()` is for production, `watch()` for development. */
export class ProjectBuild {
  readonly #options: ProjectBuildOptions;
  readonly #builder: Builder;
  #watcher: SourceWatcher | null = null;
  #inputs: readonly string[] = [];
  #lastFailure = '';
  #lastWarning = '';

  /** Requests another build while sources are watched; see `createBuildQueue`. Never rejects. */
  readonly rebuild = createBuildQueue(() => this.#rebuild());

  constructor(options: ProjectBuildOptions) {
    this.#options = options;
    this.#builder = createBuilder({ tryBundle: loadAsRunsDo, ...options });
  }

  /** Builds for production. @throws Error with every problem and its place, in a form that hosts print unchanged. */
  async buildOnce(): Promise<BuildResult> {
    try {
      const result = await this.#builder.build();
      for (const warning of result.warnings) this.#options.log.warn(warning.text);
      return result;
    } catch (error) {
      throw toPrintedError(error, 'The workflows cannot be built.');
    }
  }

  /**
   * Builds now and after each change of a source. While a build fails, the last good one stays. Resolves after the
   * first build; never rejects.
   */
  async watch(): Promise<void> {
    this.#watcher ??= new SourceWatcher({ folders: this.#options.dirs, onChange: () => void this.rebuild() });
    await this.rebuild();
  }

  /** Stops watching. */
  close(): void {
    this.#watcher?.close();
    this.#watcher = null;
  }

  async #rebuild(): Promise<void> {
    try {
      const result = await this.#builder.build();
      this.#inputs = result.inputs;
      this.#reportSuccess(result);
    } catch (error) {
      this.#reportFailure(error);
    }
    this.#watcher?.watchFiles(this.#inputs);
  }

  #reportSuccess({ changed, warnings }: BuildResult): void {
    const { log, onBuilt } = this.#options;
    if (changed || this.#lastFailure !== '') log.success('Workflows built');
    this.#lastFailure = '';
    const text = warnings.map((warning) => warning.text).join('\n\n');
    if (text !== this.#lastWarning && text !== '') log.warn(text);
    this.#lastWarning = text;
    onBuilt?.(null);
  }

  /** Does not repeat the same message. */
  #reportFailure(error: unknown): void {
    const { log, onBuilt } = this.#options;
    const text = error instanceof CompileFailure ? error.message : String((error as Error).stack ?? error);
    if (text !== this.#lastFailure)
      log.error(`The workflows cannot be built, so the last good build stays.\n\n${text}`);
    this.#lastFailure = text;
    if (error instanceof CompileFailure) onBuilt?.(error);
  }
}
