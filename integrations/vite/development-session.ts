/**
 * The work beside a Vite development server: the builder that follows the sources, and the runtime that follows the
 * builds. A process has one session. When its configuration is edited, Vite creates a new server before it closes the
 * old one; the runtime and the runs continue meanwhile.
 */
import type { CompileFailure } from '../../compiler/diagnostics.ts';
import { getWorld } from '../../runtime/entries/runtime.ts';
import { BuildFollower, type ImportModule } from '../shared/build-follower.ts';
import { type BuildLog, ProjectBuild, type ProjectBuildOptions } from '../shared/project-build.ts';
import { runWorld } from '../shared/run-world.ts';
import type { ViteProject } from './options.ts';

/** How a session builds, and how it loads the steps. */
export interface DevelopmentSessionOptions {
  project: ViteProject;
  log: BuildLog;
  /** `null`: the application's modules are in another process, so the steps have copies of them. */
  importSteps: ImportModule | null;
  watchSources: NonNullable<ProjectBuildOptions['watchSources']>;
  onBuilt(failure: CompileFailure | null): void;
}

let current: DevelopmentSession | null = null;

/** Open it with `open()`, then call `build()` and `run()`; `end()` it with its server. */
export class DevelopmentSession {
  readonly #build: ProjectBuild;
  readonly #follower: BuildFollower;

  private constructor({ project, importSteps, onBuilt, ...options }: DevelopmentSessionOptions) {
    const sharesModules = importSteps !== null;
    this.#follower = new BuildFollower(project.outDir, sharesModules ? { importSteps, isLive: true } : {});
    this.#build = new ProjectBuild({
      ...project,
      ...options,
      loadsSources: sharesModules,
      isBundled: sharesModules,
      onBuilt: (failure) => {
        onBuilt(failure);
        void this.#follower.reload();
      },
    });
  }

  /** Replaces the session before. */
  static open(options: DevelopmentSessionOptions): DevelopmentSession {
    if (current) current.#rest();
    current = new DevelopmentSession(options);
    return current;
  }

  /** Builds now and after each change of a source. Resolves after the first build; never rejects. */
  build(): Promise<void> {
    return this.#build.watch();
  }

  /** Starts the runtime. Resolves when it has the present build or has reported why not; never rejects. */
  run(): Promise<void> {
    return runWorld(this.#follower.start());
  }

  /** Registers the build on disk if it is newer than the registered one. */
  refresh(): Promise<void> {
    return this.#follower.refresh();
  }

  /** Stops the builder, and the runtime unless another session has replaced this one. */
  async end(): Promise<void> {
    this.#rest();
    if (current !== this) return;
    current = null;
    await getWorld().close();
  }

  #rest(): void {
    this.#build.close();
    this.#follower.close();
  }
}
