/** Contents of files and listings of folders, read again only when they change. */
import { createHash } from 'node:crypto';
import { type BigIntStats, type Dirent, readFileSync, readdirSync, statSync } from 'node:fs';
import { SOURCE_FILE, isInstalled } from './source-files.ts';

/** A file written less than this before the look may be written again with the same time stamp. */
const CLOCK_STEP_MS = 20;
/** The same for file systems that store times in steps of one or two seconds. */
const COARSE_CLOCK_STEP_MS = 2000;

interface FileState {
  /** Changes whenever the file is written; `null` while its times cannot tell. */
  stamp: string | null;
  text: string | null;
  version: string | null;
}

/** One for all builds of a project. */
export class FileStates {
  readonly #files = new Map<string, FileState>();
  readonly #folders = new Map<string, { stamp: string | null; names: string }>();
  readonly #unsaved: () => ReadonlyMap<string, string>;
  /** When each path was looked at since {@link refresh}, in milliseconds since the epoch. */
  readonly #lookedAt = new Map<string, number>();

  /** @param unsaved Texts that count in place of those on disk, by path. */
  constructor(unsaved: () => ReadonlyMap<string, string> = () => new Map()) {
    this.#unsaved = unsaved;
  }

  /** From now on every file and folder is looked at again, once. */
  refresh(): void {
    this.#lookedAt.clear();
  }

  /** Forgets what was not looked at since the last {@link refresh}. */
  forgetUnused(): void {
    for (const path of this.#files.keys()) if (!this.#lookedAt.has(path)) this.#files.delete(path);
    for (const path of this.#folders.keys()) if (!this.#lookedAt.has(path)) this.#folders.delete(path);
  }

  /** The text of a file. @throws Error when it cannot be read. */
  read(path: string): string {
    const state = this.#lookAt(path);
    return (state.text ??= this.#unsaved().get(path) ?? readFileSync(path, 'utf8'));
  }

  /** The text of a file; `null` when there is none. */
  readIfThere(path: string): string | null {
    return this.version(path) === MISSING ? null : this.read(path);
  }

  /** A text that is equal as long as a file holds the same. */
  version(path: string): string {
    const state = this.#lookAt(path);
    return (state.version ??= this.#readVersion(path, state));
  }

  /**
   * The version that somebody else read, who began to read at a time and has ended; `null` when that cannot be told.
   * @param sinceMs In milliseconds since the epoch.
   */
  versionReadSince(path: string, sinceMs: number): string | null {
    const version = this.version(path);
    if (version === MISSING || this.#lookedAt.get(path)! < sinceMs) return version;
    const writtenMs = Number(statOf(path)?.mtimeMs ?? Infinity);
    return writtenMs < sinceMs - CLOCK_STEP_MS ? version : null;
  }

  /** The names in a folder that an import may lead to: source files and folders. A missing folder lists nothing. */
  list(folder: string): string {
    const known = this.#folders.get(folder);
    if (known && this.#lookedAt.has(folder)) return known.names;
    this.#lookedAt.set(folder, Date.now());
    const stamp = stampOf(statOf(folder));
    if (known && stamp !== null && known.stamp === stamp) return known.names;
    const names = readNames(folder);
    this.#folders.set(folder, { stamp, names });
    return names;
  }

  #lookAt(path: string): FileState {
    const known = this.#files.get(path);
    if (known && this.#lookedAt.has(path)) return known;
    this.#lookedAt.set(path, Date.now());
    const unsaved = this.#unsaved().get(path);
    const stamp = unsaved === undefined ? stampOf(statOf(path)) : `unsaved ${unsaved}`;
    if (known && stamp !== null && known.stamp === stamp) return known;
    const state: FileState = { stamp, text: null, version: null };
    this.#files.set(path, state);
    return state;
  }

  #readVersion(path: string, { stamp }: FileState): string {
    // Packages are installed as a whole, never edited and put back.
    if (stamp !== null && (stamp === MISSING || isInstalled(path))) return stamp;
    return createHash('sha1').update(this.read(path)).digest('base64');
  }
}

/** The version of a file that does not exist. */
export const MISSING = 'missing';

function statOf(path: string): BigIntStats | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}

function stampOf(stat: BigIntStats | undefined): string | null {
  if (!stat) return MISSING;
  const hasFineTimes = stat.mtimeNs % 1_000_000n !== 0n;
  const ageMs = Date.now() - Number(stat.mtimeMs);
  if (ageMs < (hasFineTimes ? CLOCK_STEP_MS : COARSE_CLOCK_STEP_MS)) return null;
  return `${stat.mtimeNs} ${stat.ctimeNs} ${stat.size} ${stat.ino}`;
}

function readNames(folder: string): string {
  return readEntries(folder)
    .filter((entry) => !entry.name.startsWith('.') && (!entry.isFile() || SOURCE_FILE.test(entry.name)))
    .map(({ name }) => name)
    .sort()
    .join('\n');
}

/** Empty for a folder that is missing. */
function readEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
