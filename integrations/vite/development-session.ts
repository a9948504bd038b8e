/**
 * What runs beside a development server: the build that follows the sources, and the runtime that follows the build. There
 * is one in a process. Vite makes its server anew when its configuration is edited, and ends the old one after that; the
 * runtime goes on meanwhile, and so do the runs.
 */
import type { CompileFailure } from '../../compiler/diagnostics.ts';
import { getWorld } from '../../runtime/entries/runtime.ts';
import { BuildFollower, type ImportModule } from '../shared/build-follower.ts';
import { type BuildLog, ProjectBuild } from '../shared/project-build.ts';
import { runWorld } from '../shared/run-world.ts';
import type { ViteProject } from './options.ts';

export interface SessionOptions {
  project: ViteProject;
  log: BuildLog;
  importSteps: ImportModule;
  onBuilt(failure: CompileFailure | null): void;
}

let current: DevelopmentSession | null = null;

export class DevelopmentSession {
  readonly #build: ProjectBuild;
  readonly #follower: BuildFollower;

  private constructor({ project, log, importSteps, onBuilt }: SessionOptions) {
    this.#build = new ProjectBuild({ ...project, log, onBuilt });
    this.#follower = new BuildFollower(project.outDir, importSteps);
  }

  /** Takes the place of the session before. */
  static open(options: SessionOptions): DevelopmentSession {
    if (current) current.#rest();
    current = new DevelopmentSession(options);
    return current;
  }

  /** Builds now, and whenever a source changes. Resolves after the first build; never rejects. */
  build(): Promise<void> {
    return this.#build.watch();
  }

  /** Starts the runtime. Resolves when it has the build that is there, or has said why not; never rejects. */
  run(): Promise<void> {
    return runWorld(this.#follower.start());
  }

  /** Registers the build that is on disk now, should it be newer than the registered one. */
  refresh(): Promise<void> {
    return this.#follower.refresh();
  }

  /** Ends the runtime too, unless another session has taken this one's place. */
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
