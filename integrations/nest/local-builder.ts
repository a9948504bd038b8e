/** Builds the workflows of an application without starting it, for servers with `skipBuild`. */
import { createBuildQueue } from './build-queue.ts';
import { compiledFiles } from './loaded-files.ts';
import { type NestProject, readProject, type WorkflowModuleOptions } from './options.ts';

/** The options of `WorkflowModule.forRoot()` that the builder uses, with the same defaults. */
export type NestLocalBuilderOptions = Pick<
  WorkflowModuleOptions,
  'workingDir' | 'dirs' | 'outDir' | 'moduleType' | 'distDir'
>;

/** `await new NestLocalBuilder({ workingDir, outDir, dirs }).build()`, after the application itself is compiled. */
export class NestLocalBuilder {
  readonly #project: NestProject;
  readonly #queue = createBuildQueue();

  /** @throws The same errors as `WorkflowModule.forRoot()`. */
  constructor(options: NestLocalBuilderOptions = {}) {
    this.#project = readProject(options);
  }

  /** The folder that the build is written to: an absolute path. */
  get outDir(): string {
    return this.#project.outDir;
  }

  /**
   * Writes the build to {@link outDir}. Concurrent calls run one after the other. @throws Error with every problem and
   * its place.
   */
  build(): Promise<void> {
    return this.#queue(async () => {
      const { consoleLog, createProjectBuild } = await import('./project-builder.ts');
      const loadedFile = compiledFiles(this.#project);
      await createProjectBuild(this.#project, { log: consoleLog, loadedFile }).buildOnce();
    });
  }
}
