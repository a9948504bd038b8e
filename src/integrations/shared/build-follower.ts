/**
 * Inside a development server: keeps the runtime on the newest build in a folder. Files are imported by a dynamic address, so
 * that they are no part of the server's own bundle and an edit does not restart it.
 */
import { type FSWatcher, watch } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type Manifest,
  type RegisteredStep,
  type WorkflowBundle,
  registerBuild,
} from '../../runtime/entries/runtime.ts';

/** The builder writes several files in a row. */
const QUIET_MS = 20;
const MANIFEST_FILE = 'manifest.json';

/** A module that was imported from the folder, and the state of its file at that time. */
interface LoadedModule {
  version: string;
  exports: unknown;
}

export class BuildFollower {
  readonly #dir: string;
  readonly #modules = new Map<string, LoadedModule>();
  #registered: string | null = null;
  #refreshing: Promise<void> = Promise.resolve();
  #watcher: FSWatcher | null = null;
  #timer: NodeJS.Timeout | null = null;

  /** @param dir Folder that a builder writes to. */
  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Gives the runtime the build that is there, now and whenever it changes. Resolves after the first. */
  async start(): Promise<void> {
    await mkdir(this.#dir, { recursive: true });
    this.#watcher = watch(this.#dir, { persistent: false }, () => {
      if (this.#timer) clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.refresh(), QUIET_MS).unref();
    });
    // The folder is gone; a restarted server makes it again.
    this.#watcher.on('error', () => this.close());
    await this.refresh();
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#watcher?.close();
  }

  /** Registers the build that is on disk, unless it is already. One that cannot be loaded is reported, and changes nothing. */
  refresh(): Promise<void> {
    this.#refreshing = this.#refreshing.then(() => this.#refresh());
    return this.#refreshing;
  }

  async #refresh(): Promise<void> {
    const versions = await this.#readVersions();
    // Before the first good build there is nothing.
    if (!versions || versions.build === this.#registered) return;
    this.#registered = versions.build;
    try {
      const { steps } = await this.#import<{ steps: Map<string, RegisteredStep> }>('steps.mjs', versions.steps);
      const { bundle } = await this.#import<{ bundle: WorkflowBundle }>('workflows.mjs', versions.workflows);
      const manifest: Manifest = JSON.parse(await readFile(join(this.#dir, MANIFEST_FILE), 'utf8'));
      await registerBuild({ bundle, steps, manifest });
    } catch (error) {
      console.error('[workflow] The new build cannot be loaded, so the one before it stays:', error);
    }
  }

  async #readVersions(): Promise<{ steps: string; workflows: string; build: string } | null> {
    const files = ['steps.mjs', 'workflows.mjs', MANIFEST_FILE];
    const [steps, workflows, manifest] = await Promise.all(files.map((file) => readVersion(join(this.#dir, file))));
    if (!steps || !workflows || !manifest) return null;
    return { steps, workflows, build: [steps, workflows, manifest].join(' ') };
  }

  /** Node keeps every module that was imported, so one whose file is the same is not imported again. */
  async #import<Exports>(file: string, version: string): Promise<Exports> {
    const loaded = this.#modules.get(file);
    if (loaded?.version === version) return loaded.exports as Exports;
    const exports: unknown = await import(`${pathToFileURL(join(this.#dir, file)).href}?v=${version}`);
    this.#modules.set(file, { version, exports });
    return exports as Exports;
  }
}

/** Changes whenever the file is replaced; `null` when there is none. */
async function readVersion(path: string): Promise<string | null> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  return found && `${found.mtimeNs}-${found.ino}`;
}
