/** Which files are others than at the last look: the watcher only says that there are some. */
import { listSourceFiles } from '../../compiler/build/source-files.ts';
import type { FileChanges } from '../../ts-plugin/analysis/hosts/file-changes.ts';
import type { Project } from '../../ts-plugin/analysis/project.ts';

export class ChangedFiles {
  readonly #project: Project;
  #versions = new Map<string, string>();

  constructor(project: Project) {
    this.#project = project;
  }

  /** What changed since the last call; at the first one nothing. */
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
