/** Finds the directories that hold a build's sources. */
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const SKIPPED_DIR = /^(?:\.|node_modules$)/;

/** Directories by path, each with its inode number, which tells it from a later directory of the same name. */
export type SourceTree = ReadonlyMap<string, bigint>;

/**
 * Lists the folders with everything below them, and the directories of single files. A missing folder is represented by
 * its closest existing parent. Skips `node_modules` and names that begin with a dot.
 */
export function listSourceTree(folders: Iterable<string>, files: Iterable<string>): SourceTree {
  const tree = new Map<string, bigint>();
  for (const folder of folders) addFolder(tree, folder);
  for (const file of files) addDirectory(tree, dirname(file));
  return tree;
}

function addFolder(tree: Map<string, bigint>, folder: string): void {
  if (addDirectory(tree, folder)) addSubdirectories(tree, folder);
  else if (dirname(folder) !== folder) addNearest(tree, dirname(folder));
}

function addNearest(tree: Map<string, bigint>, path: string): void {
  if (!addDirectory(tree, path) && dirname(path) !== path) addNearest(tree, dirname(path));
}

function addSubdirectories(tree: Map<string, bigint>, dir: string): void {
  for (const entry of readDirectory(dir)) {
    const path = join(dir, entry.name);
    if (entry.isDirectory() && !SKIPPED_DIR.test(entry.name) && addDirectory(tree, path)) addSubdirectories(tree, path);
  }
}

/** False when the directory does not exist. */
function addDirectory(tree: Map<string, bigint>, dir: string): boolean {
  const stat = statSync(dir, { bigint: true, throwIfNoEntry: false });
  if (!stat?.isDirectory()) return false;
  tree.set(dir, stat.ino);
  return true;
}

/** Empty for a directory that was deleted meanwhile. */
function readDirectory(dir: string): ReturnType<typeof readEntries> {
  try {
    return readEntries(dir);
  } catch {
    return [];
  }
}

const readEntries = (dir: string) => readdirSync(dir, { withFileTypes: true });
