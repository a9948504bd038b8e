/**
 * Chooses the packages that a workflow bundle takes in their form for browsers, and remembers the choice, so that an
 * edit bundles once.
 */
import { join } from 'node:path';
import type { FileStates } from './file-states.ts';
import type { BundleOutput } from './run-bundler.ts';
import { isInstalled, packageFolder } from './source-files.ts';

/** A bundle, and how well it can run. */
export interface JudgedForms {
  /** `null` when the bundler failed. */
  output: BundleOutput | null;
  /** How many errors there are, and files of packages that need globals of Node. */
  needs: number;
  /** Folders of packages that need Node, and have a form that may need nothing. */
  wanted: readonly string[];
}

interface Choice {
  /** Folders of the packages that are taken in their form for browsers. */
  folders: ReadonlySet<string>;
  /** Folders for which that was tried. */
  tried: ReadonlySet<string>;
  /** The names that the bundle takes of the tried packages. With the same, the choice is the same. */
  taken: string;
}

/** One for all builds of a project. */
export class FormChoices {
  readonly #files: FileStates;
  #last: Choice | null = null;

  constructor(files: FileStates) {
    this.#files = files;
  }

  /**
   * The bundle with the forms that need the least; where forms for browsers help nobody, all stays as it was.
   * @param bundle Makes it with these packages in their form for browsers.
   */
  async choose<Judged extends JudgedForms>(bundle: (folders: ReadonlySet<string>) => Promise<Judged>): Promise<Judged> {
    const last = this.#last;
    const first = await bundle(last?.folders ?? new Set());
    if (last && this.#isSame(last, first)) return first;
    const plain = last && last.folders.size > 0 ? await bundle(new Set()) : first;
    this.#last = null;
    return plain.wanted.length === 0 ? plain : await this.#compare(plain, bundle);
  }

  async #compare<Judged extends JudgedForms>(
    plain: Judged,
    bundle: (folders: ReadonlySet<string>) => Promise<Judged>,
  ): Promise<Judged> {
    const tried = new Set<string>();
    let best = plain;
    while (best.wanted.length > 0) {
      for (const folder of best.wanted) tried.add(folder);
      best = await bundle(new Set(tried));
      // A form for browsers may lack what is imported.
      if (best.output === null) break;
    }
    const helps = best.output !== null && best.needs < plain.needs;
    const chosen = helps ? best : plain;
    const folders = helps ? tried : new Set<string>();
    if (chosen.output) this.#last = { folders, tried, taken: this.#takenOf(tried, chosen.output) };
    return chosen;
  }

  #isSame({ folders, tried, taken }: Choice, { output, wanted }: JudgedForms): boolean {
    const isTried = wanted.every((folder) => tried.has(folder) && !folders.has(folder));
    return output !== null && isTried && taken === this.#takenOf(tried, output);
  }

  /** The names that a bundle takes of each file of these packages, and their versions. */
  #takenOf(folders: ReadonlySet<string>, { chunk }: BundleOutput): string {
    const files = Object.entries(chunk.modules).flatMap(([id, { renderedLength, renderedExports }]) =>
      renderedLength > 0 && isInstalled(id) && folders.has(packageFolder(id))
        ? [[id, ...renderedExports].join(' ')]
        : [],
    );
    const versions = [...folders].map((folder) => this.#files.version(join(folder, 'package.json')));
    return JSON.stringify([versions, files.sort()]);
  }
}
