/** Builds the workflows of an application without running it, for servers that have `skipBuild`. */
import { createBuildQueue } from './build-queue.ts';
import { compiledFiles } from './loaded-files.ts';
import { type NestProject, readProject, type WorkflowModuleOptions } from './options.ts';

/** What the builder takes of the options of `WorkflowModule.forRoot()`, with the same defaults. */
export type NestLocalBuilderOptions = Pick<
  WorkflowModuleOptions,
  'workingDir' | 'dirs' | 'outDir' | 'moduleType' | 'distDir'
>;

/** `await new NestLocalBuilder({ workingDir, outDir, dirs }).build()`, after the application itself is compiled. */
export class NestLocalBuilder {
  readonly #project: NestProject;
  readonly #queue = createBuildQueue();

  /** @throws What `WorkflowModule.forRoot()` throws. */
  constructor(options: NestLocalBuilderOptions = {}) {
    this.#project = readProject(options);
  }

  /** Writes the build to `outDir`. Calls that overlap run one after the other. @throws Error with everything that is wrong and where. */
  build(): Promise<void> {
    return this.#queue(async () => {
      const { consoleLog, createProjectBuild } = await import('./project-builder.ts');
      const loadedFile = compiledFiles(this.#project);
      await createProjectBuild(this.#project, { log: consoleLog, loadedFile }).buildOnce();
    });
  }
}
