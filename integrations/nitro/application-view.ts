/**
 * Nitro replaces the process that answers requests whenever a file of the application's bundle changes. Most edits of
 * workflows change nothing in there, because the application sees references in the place of the code: those edits must not
 * cost anybody a request. So Nitro watches no files in the folders of workflows, and is told when what it sees has changed.
 */
import { readFileSync } from 'node:fs';
import { sep } from 'node:path';
import type { Nitro } from 'nitro/types';
import type { Plugin, WatcherOptions } from 'rolldown';
import { SOURCE_FILE, toDisplayName } from '../../compiler/build/source-files.ts';
import { compileModule } from '../../compiler/compile-module.ts';
import { toModuleId } from '../../compiler/module-id.ts';
import type { NitroProject } from './options.ts';

/** What of a bundler's configuration is changed here. */
export interface BundlerConfig {
  plugins: Plugin[];
  watch?: WatcherOptions | false;
}

export class ApplicationView {
  readonly #nitro: Nitro;
  readonly #project: NitroProject;
  /** What the application was built with, by path. */
  readonly #texts = new Map<string, string>();
  #hasFailed = false;

  constructor(nitro: Nitro, project: NitroProject) {
    this.#nitro = nitro;
    this.#project = project;
  }

  /** Call it when the plugin that makes the view is the first in there. */
  follow(config: BundlerConfig): void {
    config.plugins.splice(1, 0, this.#recorder());
    const { exclude = [], ...others } = config.watch || {};
    config.watch = { ...others, exclude: [exclude, this.#project.dirs.map(toPattern)].flat(2) };
  }

  /** Has Nitro build the application if it would see something else now, or could not be built before. */
  async update(): Promise<void> {
    const changed = [...this.#texts].filter(([path, text]) => this.#hasChanged(path, text));
    if (changed.length === 0 && !this.#hasFailed) return;
    for (const [path] of changed) this.#texts.delete(path);
    await this.#nitro.hooks.callHook('rollup:reload');
  }

  #recorder(): Plugin {
    const { dirs } = this.#project;
    return {
      name: 'workflow:application-view',
      transform: {
        order: 'pre',
        filter: { id: dirs.map(toPattern) },
        handler: (code, id) => void this.#texts.set(id, code),
      },
      buildEnd: (error) => void (this.#hasFailed = error !== undefined),
    };
  }

  #hasChanged(path: string, text: string): boolean {
    const { rootDir } = this.#project;
    const code = readIfThere(path);
    if (code === null) return true;
    // Emptied before it is written anew.
    if (code === '') return false;
    try {
      const place = { path, code, name: toDisplayName(rootDir, path), moduleId: toModuleId({ path, rootDir }) };
      return (compileModule({ ...place, view: 'client' })?.code ?? code) !== text;
    } catch {
      // Edited again since the build: the next one tells what is wrong.
      return false;
    }
  }
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** Matches the source files below a folder, with the separators of the system or those of bundlers. */
function toPattern(dir: string): RegExp {
  const names = dir.split(sep).map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  return new RegExp(`^${[...names, ''].join(String.raw`[\\/]`)}[^?]*${SOURCE_FILE.source}`);
}
