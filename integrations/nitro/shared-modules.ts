/**
 * Lets the steps of a development server run in the modules of the application's bundle. The steps are loaded apart
 * from it, so the bundle has a list of the modules that they need as well.
 */
import { readFileSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Plugin } from 'rolldown';
import type { ModuleState } from '../../compiler/build/project.ts';
import { mayBeChanged, SOURCE_FILE } from '../../compiler/build/source-files.ts';
import { afterApplication } from '../shared/whole-application.ts';

/** The module of the bundle that exports the list, see `BundledModules`. */
export const SHARED_MODULES = 'workflow:shared-modules';
const ID = `\0${SHARED_MODULES}`;

/** The modules of one development server. Absolute paths. */
export class SharedModules {
  readonly #usedBySteps = new Set<string>();
  /** The versions of all modules of the bundle, and of those that it lists. */
  #bundled: ReadonlyMap<string, number> = new Map();
  #listed: ReadonlyMap<string, number> = new Map();

  /**
   * See `BuilderOptions`. An edit replaces the server, and with it all modules. Until then steps run as they are now; a
   * plain file could not be loaded for the second time if it keeps something for the whole process.
   */
  readonly stateOf = (path: string): ModuleState => {
    this.#usedBySteps.add(path);
    const version = this.#listed.get(path);
    if (version === undefined) return 'absent';
    return isEdited([path, version]) && mayBeChanged(readFileSync(path, 'utf8')) ? 'edited' : 'loaded';
  };

  /** Whether the bundle has modules that its list lacks, because steps use them since it was made. */
  get isBehind(): boolean {
    return this.#shared().some((path) => !this.#listed.has(path));
  }

  /**
   * Whether the bundle has modules that were edited while it was made: bundlers watch those of a first bundle only when
   * it is done.
   */
  get isStale(): boolean {
    return [...this.#bundled].some(isEdited);
  }

  /** @param rebuild Builds the workflows again, before the bundle is done that the new build is for. */
  plugins(rebuild: () => Promise<void>): Plugin[] {
    const read = new Map<string, number>();
    const complete = async (ids: ReadonlySet<string>): Promise<void> => {
      this.#bundled = new Map([...read].filter(([path]) => ids.has(path)));
      const listed = new Map(this.#shared().map((path) => [path, this.#bundled.get(path)!]));
      const isSame =
        listed.size === this.#listed.size && [...listed].every(([path, version]) => this.#listed.get(path) === version);
      this.#listed = listed;
      if (!isSame) await rebuild();
    };
    return [
      afterApplication({ waits: (id) => id === ID, complete }),
      {
        name: 'workflow:shared-modules',
        resolveId: {
          order: 'pre',
          filter: { id: new RegExp(`^${SHARED_MODULES}$`) },
          handler: () => ID,
        },
        load: {
          order: 'pre',
          handler: (id) => {
            if (id === ID) return listModules(this.#listed.keys());
            if (isAbsolute(id) && SOURCE_FILE.test(id)) read.set(id, versionOf(id));
            return null;
          },
        },
      },
    ];
  }

  #shared(): string[] {
    return [...this.#usedBySteps].filter((path) => this.#bundled.has(path));
  }
}

const isEdited = ([path, version]: [string, number]): boolean => versionOf(path) !== version;

/** Of a file that may be gone meanwhile. */
const versionOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function listModules(paths: Iterable<string>): string {
  const entries = [...paths].sort().map((path) => JSON.stringify(path));
  return `export const bundled = new Map([${entries.map((path) => `\n  [${path}, () => import(${path})],`).join('')}\n]);\n`;
}
