/**
 * Keeps the runtime of a development server on the newest build in a folder. The build is not part of the server's own
 * bundle, so an edit does not restart the server, and replaced builds can be garbage-collected.
 */
import { type FSWatcher, watch } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MANIFEST_FILE, readBundleFile, STEPS_FILE, WORKFLOWS_FILE } from '../../compiler/build/output-files.ts';
import type { StepsModule } from '../../runtime/contract/build.ts';
import { type RegisteredStep, registerBuild } from '../../runtime/entries/runtime.ts';
import { evaluateModule } from './evaluate-module.ts';
import { openDashboard } from './development-dashboard.ts';
import { readManifest } from './load-build.ts';

/** The builder writes several files in a row. */
const QUIET_MS = 20;

/** The steps in use, with the version of their file. */
interface LoadedSteps {
  version: string;
  /** Files that could not be loaded. */
  broken: ReadonlySet<string>;
  steps: Map<string, RegisteredStep>;
}

/** Evaluates the module at an absolute path again and returns its exports. */
export type ImportModule = (path: string) => Promise<unknown>;

/** Watches one folder; `start()` it once, and `close()` it with its server. */
export class BuildFollower {
  readonly #dir: string;
  readonly #importSteps: ImportModule;
  #loaded: LoadedSteps | null = null;
  #registered: string | null = null;
  #refreshing: Promise<void> = Promise.resolve();
  #watcher: FSWatcher | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  /**
   * @param dir Folder that a builder writes to.
   * @param importSteps Replaces the default for hosts whose applications import modules that Node alone cannot resolve.
   */
  constructor(dir: string, importSteps: ImportModule = evaluateModule) {
    this.#dir = dir;
    this.#importSteps = importSteps;
  }

  /** Registers the present build and each later one, and opens the dashboard. Resolves after the first build. */
  async start(): Promise<void> {
    openDashboard();
    await mkdir(this.#dir, { recursive: true });
    this.#watcher = watch(this.#dir, { persistent: false }, () => {
      if (this.#timer) clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.refresh(), QUIET_MS).unref();
    });
    // The folder was deleted; a restarted server creates it again.
    this.#watcher.on('error', () => this.close());
    await this.refresh();
  }

  /** Registers no build from now on. */
  close(): void {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#watcher?.close();
  }

  /**
   * Registers the build on disk, unless it is registered already. If it cannot be loaded, that is logged and the build
   * before it stays.
   */
  refresh(): Promise<void> {
    this.#refreshing = this.#refreshing.then(() => this.#refresh());
    return this.#refreshing;
  }

  async #refresh(): Promise<void> {
    const versions = await this.#readVersions();
    // Before the first good build the folder is empty.
    if (this.#isClosed || !versions || versions.build === this.#registered) return;
    this.#registered = versions.build;
    try {
      const steps = await this.#loadSteps(versions.steps);
      const bundle = readBundleFile(await readFile(join(this.#dir, WORKFLOWS_FILE), 'utf8'));
      const manifest = await readManifest(this.#dir);
      if (!this.#isClosed) await registerBuild({ bundle, steps, manifest });
    } catch (error) {
      // The server has ended meanwhile.
      if (this.#isClosed) return;
      console.error('[workflow] The new build cannot be loaded, so the one before it stays:', error);
    }
  }

  async #readVersions(): Promise<{ steps: string; workflows: string; build: string } | null> {
    const files = [STEPS_FILE, WORKFLOWS_FILE, MANIFEST_FILE];
    const [steps, workflows, manifest] = await Promise.all(files.map((file) => readVersion(join(this.#dir, file))));
    if (!steps || !workflows || !manifest) return null;
    return { steps, workflows, build: [steps, workflows, manifest].join(' ') };
  }

  /**
   * Unchanged steps are not evaluated again, because their modules may hold connections. A build is refused when a file
   * cannot be loaded any more; one that never could be fails its own steps.
   */
  async #loadSteps(version: string): Promise<LoadedSteps['steps']> {
    if (this.#loaded?.version === version) return this.#loaded.steps;
    const { loadSteps } = (await this.#importSteps(join(this.#dir, STEPS_FILE))) as StepsModule;
    const broken = new Set<string>();
    const steps = await loadSteps({
      refuses: (file) => {
        broken.add(file);
        return this.#loaded !== null && !this.#loaded.broken.has(file);
      },
    });
    this.#loaded = { version, broken, steps };
    return steps;
  }
}

/** Changes whenever the file is replaced; `null`: no such file. */
async function readVersion(path: string): Promise<string | null> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  return found && `${found.mtimeNs}-${found.ino}`;
}
