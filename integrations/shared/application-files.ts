/**
 * The files with directives that an application was seen to load, by its bundler or by a loader. They belong to the
 * build of the workflows, wherever they lie.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { shortHash } from '../../compiler/build/short-hash.ts';
import { isOwnFile } from '../../compiler/own-code.ts';
import { type DirectiveFile, refuseOutsideBuild } from '../../compiler/plugin/directive-file.ts';
import { packagesOf } from '../../compiler/plugin/inner-packages.ts';

/** In the folder of a development build: one file for each file that was seen. */
const KEPT_DIR = 'application';

/** Called when files were seen that are not in the build. Resolves after the next build; never rejects. */
export type OnNewFiles = () => Promise<void>;

/** The files of one application. A process has one for each root, because several plugins of a host see files. */
export class ApplicationFiles {
  /** The folders of the packages that have some of the files in the build. */
  packages: ReadonlySet<string> = new Set();
  readonly #rootDir: string;
  readonly #seen = new Set<string>();
  #built: ReadonlySet<string> = new Set();
  #isComplete = false;
  #keptDir: string | null = null;
  #onNew: OnNewFiles | null = null;

  /** @param rootDir Absolute real path. */
  constructor(rootDir: string) {
    this.#rootDir = rootDir;
  }

  /**
   * Notes a file with directives that the application loads.
   * @returns In development, a promise of a build with it; `undefined` when there is nothing to wait for.
   * @throws CompileFailure for a file that comes too late for a production build.
   */
  note(file: DirectiveFile): Promise<void> | undefined {
    const { path } = file;
    if (isOwnFile(path) || this.#built.has(path) || this.#seen.has(path)) return undefined;
    if (this.#isComplete) throw refuseOutsideBuild(file);
    this.#seen.add(path);
    if (this.#keptDir !== null) this.#keep(path);
    return this.#onNew?.();
  }

  /** Absolute paths. Some of the files may be gone. */
  list(): string[] {
    for (const path of this.#readKept()) this.#seen.add(path);
    return [...this.#seen];
  }

  /** A build holds these files now. Absolute paths. */
  setBuilt(paths: readonly string[]): void {
    this.#built = new Set(paths);
    this.packages = packagesOf(paths);
  }

  /** Whether files were seen that the last build does not hold. */
  get isAhead(): boolean {
    return this.list().some((path) => !this.#built.has(path));
  }

  /** From now on, files that are not in the build are errors; until the next production build begins. */
  set isComplete(isComplete: boolean) {
    this.#isComplete = isComplete;
  }

  /** From now on, `onNew` is called when files are seen that are not in the build. @returns How to stop. */
  listen(onNew: OnNewFiles): () => void {
    this.#onNew = onNew;
    return () => {
      if (this.#onNew === onNew) this.#onNew = null;
    };
  }

  /**
   * Keeps what is seen in a folder, for a development server: most hosts load files only when a request needs them, and
   * runs must go on after a restart before that. Some hosts compile in several processes, which meet in the folder.
   * @param outDir Absolute path of the folder of the build. @returns How to stop.
   */
  follow(outDir: string, onNew: OnNewFiles): () => void {
    const dir = keptDirIn(outDir);
    mkdirSync(dir, { recursive: true });
    this.#forgetGone(dir);
    this.#keptDir = dir;
    for (const path of this.#seen) this.#keep(path);
    const stop = this.listen(onNew);
    const watcher = watch(dir, { persistent: false }, () => this.#noticeOthers());
    // The folder was deleted; a restarted server makes it again.
    watcher.on('error', () => watcher.close());
    return () => {
      watcher.close();
      stop();
    };
  }

  #noticeOthers(): void {
    const known = this.#seen.size;
    if (this.list().length > known && this.isAhead) void this.#onNew?.();
  }

  #keep(path: string): void {
    keepSeenFile(this.#keptDir!, { rootDir: this.#rootDir, path });
  }

  #forgetGone(dir: string): void {
    for (const name of readdirSync(dir)) {
      if (!existsSync(resolve(this.#rootDir, readFileSync(join(dir, name), 'utf8')))) rmSync(join(dir, name));
    }
  }

  #readKept(): string[] {
    const dir = this.#keptDir;
    if (dir === null || !existsSync(dir)) return [];
    // A file that another process is about to write is empty.
    const names = readdirSync(dir).map((name) => readFileSync(join(dir, name), 'utf8'));
    return names.filter((name) => name !== '').map((name) => resolve(this.#rootDir, name));
  }
}

/** The folder for {@link keepSeenFile} in the folder of a build. */
export const keptDirIn = (outDir: string): string => join(outDir, KEPT_DIR);

/** Keeps one file for the process that builds. */
export function keepSeenFile(dir: string, { rootDir, path }: Pick<DirectiveFile, 'rootDir' | 'path'>): void {
  const name = relative(rootDir, path);
  const file = join(dir, shortHash(name));
  if (existsSync(file)) return;
  mkdirSync(dir, { recursive: true });
  writeFileSync(file, name);
}

const applications = new Map<string, ApplicationFiles>();

/** The files of the application in a folder. */
export function applicationFilesOf(rootDir: string): ApplicationFiles {
  const real = realpathSync(rootDir);
  let files = applications.get(real);
  if (!files) applications.set(real, (files = new ApplicationFiles(real)));
  return files;
}

/** For the plugins that compile an application: see {@link ApplicationFiles.note}. */
export const noteDirectives = (file: DirectiveFile): Promise<void> | undefined =>
  applicationFilesOf(file.rootDir).note(file);

/** For the same plugins: see {@link ApplicationFiles.packages}. */
export const packagesInBuild = (rootDir: string): ReadonlySet<string> => applicationFilesOf(rootDir).packages;
