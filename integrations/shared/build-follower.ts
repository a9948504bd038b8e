/**
 * Keeps the runtime of a development server on the newest build in a folder. The build is not part of the server's own
 * bundle, so an edit does not restart the server, and replaced builds can be garbage-collected.
 */
import { type FSWatcher, watch } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MANIFEST_FILE, readBundleFile, STEPS_FILE, WORKFLOWS_FILE } from '../../compiler/build/output-files.ts';
import type { StepsModule } from '../../runtime/contract/build.ts';
import type { StepList } from '../../runtime/contract/compiled.ts';
import { type Build, type RegisteredStep, registerBuild } from '../../runtime/entries/runtime.ts';
import { evaluateModule, OtherApplication } from './evaluate-module.ts';
import { openDashboard } from './development-dashboard.ts';
import { readManifest } from './load-build.ts';

/** The builder writes several files in a row. */
const QUIET_MS = 20;

/** The steps in use, with the version of their file. */
interface LoadedSteps {
  version: string;
  /** The version of the list that they were loaded by. */
  list: string;
  /** Files that could not be loaded. */
  broken: ReadonlySet<string>;
  steps: Map<string, RegisteredStep>;
}

/** The form of that module that lists files. */
interface ListModule {
  list?: StepList;
}

/** Evaluates the module at an absolute path again and returns its exports. */
export type ImportModule = (path: string) => Promise<unknown>;

/** How a host loads the steps of a build. */
export interface StepLoading {
  /** Imports the module that loads them. Default: it is evaluated alone, with what Node imports. */
  importSteps?: ImportModule;
  /** Whether the host evaluates sources again, after any edit; see `LoadStepsOptions`. Default: false. */
  isLive?: boolean;
  /** Whether this process is replaced in a moment when a build is ahead of it, see `StepList`. Default: false. */
  isReplaced?: boolean;
  /** Whether `reload()` is called after each build. Default: false, the folder is watched. */
  isTold?: boolean;
}

/** Watches one folder; `start()` it once, and `close()` it with its server. */
export class BuildFollower {
  readonly #dir: string;
  readonly #importSteps: ImportModule;
  readonly #isLive: boolean;
  readonly #isReplaced: boolean;
  readonly #isTold: boolean;
  #loaded: LoadedSteps | null = null;
  #tried: string | null = null;
  #registered: string | null = null;
  #build: Build | null = null;
  #lastProblem = '';
  #isAhead = false;
  #refreshing: Promise<void> = Promise.resolve();
  #watcher: FSWatcher | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isStarted = false;
  #isClosed = false;

  /** @param dir Folder that a builder writes to. */
  constructor(dir: string, loading: StepLoading = {}) {
    const { importSteps = evaluateModule, isLive = false, isReplaced = false, isTold = false } = loading;
    this.#dir = dir;
    this.#isTold = isTold;
    this.#isReplaced = isReplaced;
    this.#importSteps = importSteps;
    this.#isLive = isLive;
  }

  /** Registers the present build and each later one, and opens the dashboard. Resolves after the first build. */
  async start(): Promise<void> {
    openDashboard();
    await mkdir(this.#dir, { recursive: true });
    if (!this.#isTold) this.#watch();
    this.#isStarted = true;
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
    return this.#next({ isReload: false });
  }

  /** The same; and where steps are live, the host loads those files again that it has to evaluate again. */
  reload(): Promise<void> {
    return this.#isStarted ? this.#next({ isReload: this.#isLive }) : Promise.resolve();
  }

  /** The build that was registered last. @throws Error when there is none. */
  requireBuild(): Build {
    if (!this.#build) throw new Error('No build could be loaded yet.');
    return this.#build;
  }

  #watch(): void {
    this.#watcher = watch(this.#dir, { persistent: false }, () => {
      if (this.#timer) clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.refresh(), QUIET_MS).unref();
    });
    // The folder was deleted; a restarted server creates it again.
    this.#watcher.on('error', () => this.close());
  }

  #next(how: { isReload: boolean }): Promise<void> {
    this.#refreshing = this.#refreshing.then(() => this.#refresh(how));
    return this.#refreshing;
  }

  async #refresh({ isReload }: { isReload: boolean }): Promise<void> {
    const versions = await this.#readVersions();
    // Before the first good build the folder is empty.
    if (this.#isClosed || !versions || (versions.build === this.#tried && !isReload)) return;
    this.#tried = versions.build;
    try {
      const { steps, list } = await this.#loadSteps(versions.steps, isReload);
      this.#lastProblem = '';
      const version = `${versions.build} ${list}`;
      if (version === this.#registered) return;
      const bundle = readBundleFile(await readFile(join(this.#dir, WORKFLOWS_FILE), 'utf8'));
      const manifest = await readManifest(this.#dir);
      if (this.#isClosed) return;
      await registerBuild((this.#build = { bundle, steps, manifest }));
      this.#registered = version;
    } catch (error) {
      this.#report(error);
    }
  }

  /** The same problem is there at each attempt to load again. */
  #report(error: unknown): void {
    const problem = String(error);
    const isForNext = error instanceof OtherApplication || this.#isAhead;
    // The server may have ended meanwhile, or will be replaced in a moment.
    const isPassing = this.#isClosed || (this.#isReplaced && isForNext && this.#registered !== null);
    if (!isPassing && problem !== this.#lastProblem)
      console.error('[workflow] The new build cannot be loaded, so the one before it stays:', error);
    this.#lastProblem = problem;
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
  async #loadSteps(version: string, isReload: boolean): Promise<LoadedSteps> {
    if (this.#loaded?.version === version && !isReload) return this.#loaded;
    const { loadSteps, list } = (await this.#importSteps(join(this.#dir, STEPS_FILE))) as StepsModule & ListModule;
    this.#isAhead = list?.isAhead ?? false;
    const broken = new Set<string>();
    const steps = await loadSteps({
      isLive: this.#isLive,
      refuses: (file) => {
        broken.add(file);
        return this.#loaded !== null && !this.#loaded.broken.has(file);
      },
    });
    return (this.#loaded = { version, list: list?.version ?? '', broken, steps });
  }
}

/** Changes whenever the file is replaced; `null`: no such file. */
async function readVersion(path: string): Promise<string | null> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  return found && `${found.mtimeNs}-${found.ino}`;
}
