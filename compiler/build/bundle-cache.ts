/** Keeps bundles from build to build, as long as everything that they were made from stays the same. */
import type { View } from '../compile-module.ts';
import type { Diagnostic } from '../diagnostics.ts';
import type { BuildModules } from './build-modules.ts';
import { dependenciesOf } from './bundle-dependencies.ts';
import { type FileStates, MISSING } from './file-states.ts';
import type { MovedView } from './move-places.ts';
import type { CompiledView } from './view-cache.ts';

/** The result of making a bundle of either kind. */
export interface BundleResult {
  /** Absolute paths of all files that were read. */
  inputs: readonly string[];
  warnings: readonly Diagnostic[];
  /** False as soon as something else than files says that it would be made differently now. */
  isCurrent?(): boolean;
}

type Versions = ReadonlyMap<string, string | null>;

interface Kept<Result> {
  result: Result;
  /** The version of the view of each module that was compiled for it. */
  views: Versions;
  /** Mappings of those views. */
  mappings: ReadonlyMap<string, string>;
  /** A version of `null` is unknown, so the bundle is made again. */
  files: Versions;
  folders: Versions;
}

/** A bundle with other places of sources; `null` when it has to be made again. */
export type MovePlaces<Result> = (result: Result, moved: readonly MovedView[]) => Result | null;

/** Keeps the bundles of one view, and checks before each use that files, folders and views are the same. */
export class BundleCache<Result extends BundleResult> {
  readonly #view: View;
  readonly #files: FileStates;
  readonly #movePlaces: MovePlaces<Result>;
  /** Whether a bundle had to be made since the last {@link refresh}. */
  wasMade = false;
  #kept = new Map<string, Kept<Result>>();
  #used = new Map<string, Kept<Result>>();

  /** @param movePlaces For bundles whose views have a version without places. */
  constructor(view: View, files: FileStates, movePlaces: MovePlaces<Result> = () => null) {
    this.#view = view;
    this.#files = files;
    this.#movePlaces = movePlaces;
  }

  /** Another build begins. */
  refresh(): void {
    this.wasMade = false;
  }

  /** Forgets the bundles that were not asked for since the last call. */
  forgetUnused(): void {
    this.#kept = this.#used;
    this.#used = new Map();
  }

  /**
   * The bundle that is kept under a name, or a new one. Modules to compile that belong to it are added to `modules` in
   * both cases.
   * @param key Everything that goes in and is no file.
   */
  async get(key: string, modules: BuildModules, make: () => Promise<Result>): Promise<Result> {
    const known = this.#used.get(key) ?? this.#kept.get(key);
    const current = known && this.#isCurrent(known, modules) ? this.#bringUpToDate(known, modules) : null;
    const kept = current ?? (await this.#make(modules, make));
    this.#used.set(key, kept);
    for (const path of kept.views.keys()) modules.compile({ path, code: this.#files.read(path), view: this.#view });
    return kept.result;
  }

  async #make(modules: BuildModules, make: () => Promise<Result>): Promise<Kept<Result>> {
    this.wasMade = true;
    const startedMs = Date.now();
    const result = await make();
    const { inputs, warnings } = result;
    const compiled = inputs.flatMap((path) => {
      const view = modules.last(path, this.#view);
      return view ? [[path, view] as const] : [];
    });
    const views = new Map(compiled.map(([path, { version }]) => [path, version]));
    const dependencies = dependenciesOf(inputs, this.#files);
    // Warnings show lines of their files, so with one of them every text counts.
    const read = [...dependencies.files].filter((path) => warnings.length > 0 || !views.has(path));
    return {
      result,
      views,
      mappings: new Map(compiled.map(([path, { mappings }]) => [path, mappings])),
      files: toVersions(read, (path) => {
        const version = this.#files.versionReadSince(path, startedMs);
        // Names that a plugin resolves, such as `text.md?raw`, count as read but are not files.
        return version === MISSING && inputs.includes(path) ? null : version;
      }),
      folders: toVersions(dependencies.folders, (path) => this.#files.list(path)),
    };
  }

  #isCurrent({ result, views, files, folders }: Kept<Result>, modules: BuildModules): boolean {
    return (
      areSame(files, (path) => this.#files.version(path)) &&
      areSame(folders, (path) => this.#files.list(path)) &&
      areSame(views, (path) => this.#peek(path, modules)?.version ?? null) &&
      (result.isCurrent?.() ?? true)
    );
  }

  /** The same bundle with the places that its views have now. */
  #bringUpToDate(kept: Kept<Result>, modules: BuildModules): Kept<Result> | null {
    const mappings = new Map(Array.from(kept.mappings.keys(), (path) => [path, this.#peek(path, modules)!.mappings]));
    const moved = Array.from(kept.mappings, ([path, before]) => ({ path, before, after: mappings.get(path)! }));
    const changed = moved.filter(({ before, after }) => before !== after);
    if (changed.length === 0) return kept;
    const result = this.#movePlaces(kept.result, changed);
    return result && { ...kept, result, mappings };
  }

  /** `null` for a module that is gone, that has errors, or that need not be compiled any more. */
  #peek(path: string, modules: BuildModules): CompiledView | null {
    if (this.#files.version(path) === MISSING) return null;
    return modules.peek({ path, code: this.#files.read(path), view: this.#view });
  }
}

function toVersions(paths: Iterable<string>, versionOf: (path: string) => string | null): Versions {
  return new Map(Array.from(paths, (path) => [path, versionOf(path)]));
}

function areSame(versions: Versions, versionOf: (path: string) => string | null): boolean {
  for (const [path, version] of versions) if (version === null || versionOf(path) !== version) return false;
  return true;
}
