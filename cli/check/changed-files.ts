/** Finds the files that changed since the last look. The watcher only tells that some did. */
import { listSourceFiles } from '../../compiler/build/source-files.ts';
import type { FileChanges } from '../../ts-plugin/analysis/project/host.ts';
import type { Project } from '../../ts-plugin/analysis/project/project.ts';

/** Compares the versions of all sources of a project with those of the last look. */
export class ChangedFiles {
  readonly #project: Project;
  #versions = new Map<string, string>();

  constructor(project: Project) {
    this.#project = project;
  }

  /** The changes since the last call. The first call has none. */
  async find(): Promise<FileChanges> {
    const before = this.#versions;
    const listed = await listSourceFiles({ dirs: [this.#project.rootDir], skipDir: '' });
    const paths = new Set([...listed, ...this.#project.paths()]);
    this.#versions = new Map(
      [...paths].flatMap((path) => {
        const text = this.#project.text(path);
        return text ? [[path, text.version] as const] : [];
      }),
    );
    if (before.size === 0) return {};
    const now = [...this.#versions];
    return {
      changed: now.filter(([path, version]) => before.has(path) && before.get(path) !== version).map(([path]) => path),
      created: now.filter(([path]) => !before.has(path)).map(([path]) => path),
      deleted: [...before.keys()].filter((path) => !this.#versions.has(path)),
    };
  }
}
