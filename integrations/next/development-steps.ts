/** Loads the steps of a development server in the layers that lead to them. */
import { setTimeout as wait } from 'node:timers/promises';
import { shortHash } from '../../compiler/build/short-hash.ts';
import type { BuildResult } from '../../compiler/build/builder.ts';
import { FileStates } from '../../compiler/build/file-states.ts';
import type { ListedFile } from '../../compiler/build/list-step-files.ts';
import type { LoadStepsOptions, RegisteredStep, StepsModule } from '../../runtime/contract/build.ts';
import { writeGeneratedFiles } from '../shared/generated-files.ts';
import { type DevelopmentServer, findServer } from './development-server.ts';
import { pageOf, writeEntries } from './generated-entries.ts';
import { filesBehind } from '../shared/divided-steps.ts';
import { divideIntoLayers, type LayerFiles, layerModules, type LayerName } from './layers.ts';
import { nextError } from './messages.ts';
import type { NextProject } from './options.ts';
import { providedSteps, type ProvidedSteps } from './provided-steps.ts';

/** Next may notice an edit later than the builder does, and is asked again after so long. */
const LOOK_MS = 10;
/** After so long it holds modules that no edit reaches any more. */
const STUCK_MS = 3_000;
/** After so long it never will. */
const LATE_MS = 60_000;
/** For so long it may still have the list with a file that is gone, or not know a new page. */
const BEHIND_MS = 10_000;

type Steps = ReadonlyMap<string, RegisteredStep>;
type Versions = ReadonlyMap<LayerName, string>;

/** Tell it of each build with `write()`; it then loads the steps of the newest one. */
export class DevelopmentSteps {
  readonly #project: NextProject;
  readonly #files = new FileStates();
  #written: Promise<Versions> = Promise.resolve(new Map());
  #server: DevelopmentServer | null = null;
  /** Those of the layers, each as it was evaluated last. */
  #loaded: readonly Steps[] = [];
  /** As they were asked for last. */
  readonly #seen = new Map<string, RegisteredStep>();

  constructor(project: NextProject) {
    this.#project = project;
  }

  /** Called once, when Next's server is ready for requests. */
  onServed = (): void => {};

  /** Whether it is. */
  get isServed(): boolean {
    return this.#server !== null;
  }

  /** Writes the modules and entries of the layers. Never throws. */
  write(result: BuildResult): void {
    this.#written = this.#written.catch(() => {}).then(() => this.#write(result));
    // Whoever asks for the steps gets the error.
    this.#written.catch(() => {});
  }

  /** The module that evaluates what has changed. @throws as `#evaluate()`; errors of writing. */
  readonly importSteps = (): Promise<StepsModule> => Promise.resolve({ loadSteps: (options) => this.#load(options) });

  async #evaluateAll(): Promise<ProvidedSteps[]> {
    const layers = [...(await this.#written).keys()];
    return (await Promise.all(layers.map((layer) => this.#evaluate(layer)))).flat();
  }

  async #write(result: BuildResult): Promise<Versions> {
    const divided = await divideIntoLayers(this.#project, result);
    const versions = this.#versionsOf(divided, result);
    const modules = layerModules(this.#project, divided, (layer) => versions.get(layer)!);
    writeGeneratedFiles(this.#project.outDir, modules);
    writeEntries(this.#project, divided.keys());
    return versions;
  }

  /** Only an edit that reaches a layer changes its version: Next would evaluate more than that edit asks for. */
  #versionsOf(divided: LayerFiles, { imports }: BuildResult): Versions {
    this.#files.refresh();
    const versionOf = (files: readonly ListedFile[]): string => {
      const paths = filesBehind(
        imports,
        files.map(({ path }) => path),
      ).sort();
      const versions = paths.map((path) => `${path} ${this.#files.version(path)}`);
      return shortHash(versions.join('\n'));
    };
    return new Map(Array.from(divided, ([layer, files]) => [layer, versionOf(files)]));
  }

  /**
   * The module of the layer is written after the edit of a file, so when Next has that version, it has the edit.
   * @returns Nothing, if another build has left the layer without steps.
   * @throws Errors of compiling and evaluating; `integration_next_development`.
   */
  async #evaluate(layer: LayerName): Promise<ProvidedSteps[]> {
    const page = pageOf(layer);
    let [oldSince, failedAt] = [Infinity, Infinity];
    for (const begin = performance.now(); performance.now() < begin + LATE_MS; await wait(LOOK_MS)) {
      try {
        const server = await this.#findServer();
        if (performance.now() > oldSince + STUCK_MS) {
          server?.forgetAll();
          oldSince = Infinity;
        }
        await server?.evaluate(page);
        if (server) oldSince = Math.min(oldSince, performance.now());
      } catch (error) {
        failedAt = Math.min(failedAt, performance.now());
        if (performance.now() >= failedAt + BEHIND_MS) throw error;
      }
      // It may have been written again meanwhile.
      const version = (await this.#written).get(layer);
      if (version === undefined) return [];
      const provided = providedSteps(layer);
      if (provided?.version === version) return [provided];
    }
    throw nextError('integration_next_development', { page });
  }

  async #findServer(): Promise<DevelopmentServer | null> {
    if (this.#server) return this.#server;
    const server = await findServer(this.#project.rootDir);
    const isFirst = server !== null && this.#server === null;
    this.#server ??= server;
    if (isFirst) this.onServed();
    return this.#server;
  }

  async #load(options?: LoadStepsOptions): Promise<Map<string, RegisteredStep>> {
    const load = async () => Promise.all((await this.#evaluateAll()).map((provided) => provided.load(options)));
    const loaded = await load().catch((error: unknown) => {
      if (!this.#server?.forgetAfter(error)) throw error;
      return load();
    });
    this.#loaded = loaded;
    return new NewestSteps(
      loaded.flatMap((steps) => [...steps.keys()]),
      (name) => this.#find(name),
    );
  }

  /** The step as it is now. If it was evaluated again, so were modules that routes have. */
  #find(name: string): RegisteredStep | undefined {
    const step = this.#loaded.find((steps) => steps.has(name))?.get(name);
    if (step && this.#seen.get(name) !== step) {
      this.#seen.set(name, step);
      this.#server?.forgetRoutes();
    }
    return step;
  }
}

/** The steps of one build, each as it was evaluated last. */
class NewestSteps extends Map<string, RegisteredStep> {
  readonly #find: (name: string) => RegisteredStep | undefined;

  constructor(names: readonly string[], find: (name: string) => RegisteredStep | undefined) {
    super();
    this.#find = find;
    for (const name of names) this.set(name, find(name)!);
  }

  override get(name: string): RegisteredStep | undefined {
    return this.has(name) ? (this.#find(name) ?? super.get(name)) : undefined;
  }
}
