/** Keeps bundles from build to build, for as long as all that they were made from stays the same. */
import type { View } from '../compile-module.ts';
import { CompileFailure, type Diagnostic } from '../diagnostics.ts';
import type { BuildModules } from './build-modules.ts';
import { dependenciesOf } from './bundle-dependencies.ts';
import type { FileStates } from './file-states.ts';

/** What every kind of bundle tells of itself. */
export interface BundleResult {
  /** Absolute paths of all files that were read. */
  inputs: readonly string[];
  warnings: readonly Diagnostic[];
  /** False as soon as something else than files says that it would be made differently now. */
  isCurrent?(): boolean;
}

interface Kept<Result> {
  result: Result;
  /** The modules that were compiled for it. */
  compiled: readonly string[];
  /** By path. */
  versions: ReadonlyMap<string, string>;
}

export class BundleCache<Result extends BundleResult> {
  readonly #view: View;
  readonly #files: FileStates;
  #kept = new Map<string, Kept<Result>>();
  #used = new Map<string, Kept<Result>>();

  constructor(view: View, files: FileStates) {
    this.#view = view;
    this.#files = files;
  }

  /** From now on only bundles count that are asked for again. */
  refresh(): void {
    this.#kept = this.#used;
    this.#used = new Map();
  }

  /**
   * The bundle that is kept under a name, or a new one. Modules to compile that belong to it are added to `modules` in both cases.
   * @param key Everything that goes in and is no file.
   */
  async get(key: string, modules: BuildModules, make: () => Promise<Result>): Promise<Result> {
    const known = this.#used.get(key) ?? this.#kept.get(key);
    const kept = known && this.#isCurrent(known, modules) ? known : await this.#make(modules, make);
    this.#used.set(key, kept);
    for (const path of kept.compiled) {
      if (!modules.has(path)) modules.compile({ path, code: this.#files.read(path), view: this.#view });
    }
    return kept.result;
  }

  async #make(modules: BuildModules, make: () => Promise<Result>): Promise<Kept<Result>> {
    const startedMs = Date.now();
    const result = await make();
    const compiled = result.inputs.filter((path) => modules.has(path));
    const versions = new Map(compiled.map((path) => [path, this.#compiledVersion(path, modules)]));
    const { files, folders } = dependenciesOf(result.inputs, this.#files);
    for (const path of files) if (!versions.has(path)) versions.set(path, this.#files.version(path, startedMs));
    for (const path of folders) versions.set(path, this.#files.list(path));
    return { result, compiled, versions };
  }

  #isCurrent({ result, compiled, versions }: Kept<Result>, modules: BuildModules): boolean {
  }
}
