/** The optional code that the workflow bundle leaves out, remembered from build to build. */
import type { FileStates } from './file-states.ts';

/** Code that can be left out: a part of a module, or what an imported module does besides giving names. */
export interface Choice {
  /** Absolute path of the module that holds the part, or the import. */
  path: string;
  /** The text of the part with all that it needs in its module; the import as it is written. */
  key: string;
}

interface Known {
  choice: Choice;
  reason: string;
  /** The files that the decision depends on, by their versions. */
  files: ReadonlyMap<string, string>;
}

/** One for all builds of a project. A decision holds as long as no file changes that it depends on. */
export class CodeChoices {
  readonly #known = new Map<string, Known>();
  #left = new Map<string, Choice>();

  /** Begins another build with what is known to need the host. */
  refresh(files: FileStates): void {
    for (const [id, { files: read }] of this.#known)
      if ([...read].some(([path, version]) => files.version(path) !== version)) this.#known.delete(id);
    this.#left = new Map(Array.from(this.#known, ([id, { choice }]) => [id, choice]));
  }

  leavesOut(path: string, key: string): boolean {
    return this.#left.size > 0 && this.#left.has(idOf({ path, key }));
  }

  /** Whether the module that an import leads to counts for its names only. */
  leavesOutEffects(path: string, source: string): boolean {
    return this.leavesOut(path, effectsKey(source));
  }

  /** Leaves out these parts in the next draft, besides those that are known to need the host. */
  suppose(left: readonly Choice[]): void {
    this.#left = new Map(Array.from(this.#known, ([id, { choice }]) => [id, choice]));
    for (const choice of left) this.#left.set(idOf(choice), choice);
  }

  /** Remembers that a part needs the host. */
  settle(choice: Choice, reason: string, files: ReadonlyMap<string, string>): void {
    this.#known.set(idOf(choice), { choice, reason, files });
    this.#left.set(idOf(choice), choice);
  }

  /** Why a part is left out; `null` for one that is kept. */
  reason(choice: Choice): string | null {
    return this.#known.get(idOf(choice))?.reason ?? null;
  }

  /** All files that the decisions depend on. */
  files(): Set<string> {
    return new Set([...this.#known.values()].flatMap(({ files }) => [...files.keys()]));
  }
}

/** The key of what a module does that is imported by this name. */
export const effectsKey = (source: string): string => `effects of ${source}`;

const idOf = ({ path, key }: Choice): string => `${path}\n${key}`;
