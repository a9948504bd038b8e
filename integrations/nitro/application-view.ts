/**
 * Nitro replaces the server process whenever a file in the application's bundle changes. Most edits of workflows change
 * nothing there, because the application sees only references, and those edits must not cost a request. So Nitro does
 * not watch the workflow folders; it is told when the application's view has changed.
 */
import { readFileSync } from 'node:fs';
import { sep } from 'node:path';
import type { Nitro } from 'nitro/types';
import type { Plugin, WatcherOptions } from 'rolldown';
import { SOURCE_FILE, toDisplayName } from '../../compiler/build/source-files.ts';
import { compileView } from '../../compiler/compile-module.ts';
import { toModuleId } from '../../compiler/module-id.ts';
import type { NitroProject } from './options.ts';
import type { SharedModules } from './shared-modules.ts';

/** The parts of a bundler's configuration that change here. */
export interface BundlerConfig {
  plugins: Plugin[];
  watch?: WatcherOptions | false;
}

/** Compares what the application saw when it was built with what it would see now. */
export class ApplicationView {
  readonly #nitro: Nitro;
  readonly #project: NitroProject;
  readonly #shared: SharedModules;
  /** The texts that the application was built with, by path. */
  readonly #texts = new Map<string, string>();
  #hasFailed = false;

  constructor(nitro: Nitro, project: NitroProject, shared: SharedModules) {
    this.#nitro = nitro;
    this.#project = project;
    this.#shared = shared;
  }

  /** Call it when the view's plugin is the first in the configuration. */
  follow(config: BundlerConfig): void {
    config.plugins.splice(1, 0, this.#recorder());
    const { exclude = [], ...others } = config.watch || {};
    config.watch = { ...others, exclude: [exclude, this.#project.dirs.map(toPattern)].flat(2) };
  }

  /** Makes Nitro rebuild the application if its view has changed, the last build failed, or steps need more of it. */
  async update(): Promise<void> {
    const changed = [...this.#texts].filter(([path, text]) => this.#hasChanged(path, text));
    if (changed.length === 0 && !this.#hasFailed && !this.#shared.isBehind) return;
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
    // The file is about to be written.
    if (code === '') return false;
    try {
      const place = { path, code, name: toDisplayName(rootDir, path), moduleId: toModuleId({ path, rootDir }) };
      return (compileView({ ...place, view: 'application', embedsFiles: true })?.code ?? code) !== text;
    } catch {
      // Edited again since the build; the next build reports the problem.
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

/** Matches the source files below a folder, with separators of the system or of bundlers. */
function toPattern(dir: string): RegExp {
  const names = dir.split(sep).map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  return new RegExp(`^${[...names, ''].join(String.raw`[\\/]`)}[^?]*${SOURCE_FILE.source}`);
}
