/** Creates the folder and the database file of a store, for this user alone: they hold a secret and user data. */
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { StorePaths } from './store-paths.ts';

/** The mode of every file of a store. */
export const PRIVATE_FILE = 0o600;
/** The mode of the folders that are made for a store. */
export const PRIVATE_FOLDER = 0o700;
/** The bits that other users than the owner have. */
const OTHERS = 0o077;
/** The content of the `.gitignore` of a folder that was made for a store. */
const IGNORE_ALL = '*\n';

/** Creates what is missing, and takes other users' rights from what an older version of this package has made. */
export function createFiles(paths: StorePaths): void {
  const syncNames = createFolders(paths);
  if (existsSync(paths.file)) return tighten(paths);
  const unnamed = createUnnamed(paths.file);
  try {
    giveName(unnamed, paths.file);
  } catch (error) {
    // Another process may have been first.
    if (!existsSync(paths.file)) throw error;
  }
  syncNames();
}

/**
 * Creates the folders of a store, as far as they are missing.
 * @returns Syncs the names of all that was made, the database included.
 */
export function createFolders({ file, workersDir }: StorePaths): () => void {
  const folder = dirname(file);
  const topmostMade = makeFolder(folder);
  makeFolder(workersDir);
  if (!existsSync(file)) hideFromGit(folder, { isNew: topmostMade !== null });
  return () => syncDirectories(folder, dirname(topmostMade ?? file));
}

/** Returns the topmost folder that had to be made; `null`: none. Those above a new folder are the user's own. */
function makeFolder(folder: string): string | null {
  if (existsSync(folder)) return null;
  const topmostMade = mkdirSync(dirname(folder), { recursive: true }) ?? folder;
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  return topmostMade;
}

/**
 * Creates an empty file beside a path, for {@link giveName}. A database is closed before it gets its name: closing it
 * later would drop the locks that another thread of this process has on it. SQLite gives side files the same mode.
 */
function createUnnamed(path: string): string {
  const unnamed = toUnnamed(path);
  createEmpty(unnamed);
  return unnamed;
}

/** A path beside another one, for this process alone. */
export const toUnnamed = (path: string): string => `${unnamedPrefix(path)}${performance.now()}`;

/** With it begin all paths that this process takes for {@link toUnnamed}. */
export const unnamedPrefix = (path: string): string => `${path}.new-${process.pid}-`;

/** Creates an empty file that belongs to this user alone. */
export const createEmpty = (path: string): void => closeSync(openSync(path, 'wx', PRIVATE_FILE));

/** Moves a file to a path at which there is none. The file is gone when it throws, as with `EEXIST`. */
export function giveName(unnamed: string, path: string): void {
  try {
    linkSync(unnamed, path);
  } catch (error) {
    if (existsSync(path) || (error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // Some file systems have no links.
    renameSync(unnamed, path);
  } finally {
    rmSync(unnamed, { force: true });
  }
}

function tighten({ file, workersDir }: StorePaths): void {
  for (const path of [file, `${file}-wal`, `${file}-shm`]) takeFromOthers(path, PRIVATE_FILE);
  takeFromOthers(workersDir, PRIVATE_FOLDER);
  if (wasMadeForStore(dirname(file))) takeFromOthers(dirname(file), PRIVATE_FOLDER);
}

/** Takes the rights of other users from a file or folder of this user. Does nothing where that is impossible. */
export function takeFromOthers(path: string, mode: number): void {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found && (found.mode & OTHERS) !== 0 && found.uid === process.getuid?.()) chmodSync(path, found.mode & mode);
  } catch {
    // Some file systems have no modes.
  }
}

function wasMadeForStore(folder: string): boolean {
  try {
    return readFileSync(join(folder, '.gitignore'), 'utf8') === IGNORE_ALL;
  } catch {
    return false;
  }
}

/**
 * Keeps the store out of version control. A folder that was there before may hold other things: only the names of the
 * store are ignored there, and only if it is part of a repository.
 */
function hideFromGit(folder: string, { isNew }: { isNew: boolean }): void {
  if (!isNew && !isInRepository(folder)) return;
  const content = isNew ? IGNORE_ALL : '/.gitignore\n/workflow.db*\n/workers/\n';
  try {
    writeFileSync(join(folder, '.gitignore'), content, { flag: 'wx' });
  } catch {
    // There is one, or the file cannot be written. Whether the store itself can be written shows next.
  }
}

function isInRepository(folder: string): boolean {
  if (existsSync(join(folder, '.git'))) return true;
  const above = dirname(folder);
  return above !== folder && isInRepository(above);
}

/** Syncs a file's content. */
export function syncFile(path: string): void {
  const fd = openSync(path, 'r+');
  fsyncSync(fd);
  closeSync(fd);
}

/** Syncs directories from the lowest up to the highest, so that a power cut does not lose the path to a new file. */
export function syncDirectories(lowest: string, highest: string): void {
  // Windows cannot open folders. NTFS logs their changes, and the sync of a file writes that log up to its own name.
  if (process.platform === 'win32') return;
  for (let directory = lowest; ; directory = dirname(directory)) {
    const fd = openSync(directory, 'r');
    fsyncSync(fd);
    closeSync(fd);
    if (directory.length <= highest.length) return;
  }
}
