/** What files hold and folders list, looked at again only when they changed. */
import { createHash } from 'node:crypto';
import { type BigIntStats, type Dirent, readFileSync, readdirSync, statSync } from 'node:fs';
import { SOURCE_FILE, isInstalled } from './source-files.ts';

/** A file that was written less than this before it is looked at may be written again without a newer time. */
const CLOCK_STEP_MS = 20;
/** The same for file systems that keep whole seconds, some of them only every other. */
const COARSE_CLOCK_STEP_MS = 2000;

interface FileState {
  /** Differs when the file was written; `null` while that cannot be told by its times. */
  stamp: string | null;
  text: string | null;
  version: string | null;
}

/** One for all builds of a project. */
export class FileStates {
  readonly #files = new Map<string, FileState>();
  readonly #folders = new Map<string, { stamp: string | null; names: string }>();
  /** What was looked at since {@link refresh}. */
  readonly #fresh = new Set<string>();
  #unsure = 0;

  /** From now on every file and folder is looked at again, once. */
  refresh(): void {
    for (const path of [...this.#files.keys()].filter((known) => !this.#fresh.has(known))) this.#files.delete(path);
    for (const path of [...this.#folders.keys()].filter((known) => !this.#fresh.has(known))) this.#folders.delete(path);
    this.#fresh.clear();
  }

  /** The text of a file. @throws Error when it cannot be read. */
  read(path: string): string {
    const state = this.#lookAt(path);
    return (state.text ??= readFileSync(path, 'utf8'));
  }

  /**
   * A text that is equal as long as a file holds the same, or is missing.
   * @param sinceMs Time, in milliseconds since the epoch, from which on others read the file. One written later gets a version
   * that equals no other, because nobody knows what they read. Only counts where the file was not looked at before.
   */
  version(path: string, sinceMs = Infinity): string {
    const wasKnown = this.#fresh.has(path);
    const state = this.#lookAt(path);
    if (!wasKnown && isWrittenSince(path, sinceMs)) return `unsure ${this.#unsure++}`;
    return (state.version ??= this.#readVersion(path, state));
  }

  /** The names in a folder that an import may lead to: source files and folders. A missing folder lists nothing. */
  list(folder: string): string {
    const known = this.#folders.get(folder);
    if (known && this.#fresh.has(folder)) return known.names;
    this.#fresh.add(folder);
    const stamp = stampOf(statOf(folder));
    if (known && stamp !== null && known.stamp === stamp) return known.names;
    const names = readNames(folder);
    this.#folders.set(folder, { stamp, names });
    return names;
  }

  #lookAt(path: string): FileState {
    const known = this.#files.get(path);
    if (known && this.#fresh.has(path)) return known;
    this.#fresh.add(path);
    const stamp = stampOf(statOf(path));
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

const MISSING = 'missing';

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

function isWrittenSince(path: string, sinceMs: number): boolean {
  const stat = statOf(path);
  return stat === undefined || Number(stat.mtimeMs) > sinceMs - CLOCK_STEP_MS;
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
