/** The root for ids in `workflow/register`, shared by all copies of this package in a process. */
const KEY = Symbol.for('workflow.registered-root');
type Holder = { [KEY]?: string };

/** Sets the root. @param rootDir Absolute path. */
export function setRegisteredRoot(rootDir: string): void {
  (globalThis as Holder)[KEY] = rootDir;
}

/** The root, or `null` when the process runs without `workflow/register`. */
export const registeredRoot = (): string | null => (globalThis as Holder)[KEY] ?? null;
