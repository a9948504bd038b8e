/** The root that `workflow/register` computes ids from. One for all copies of this package in a process. */
const KEY = Symbol.for('workflow.registered-root');
type Holder = { [KEY]?: string };

export function setRegisteredRoot(rootDir: string): void {
  (globalThis as Holder)[KEY] = rootDir;
}

/** `null`: the process does not run with `workflow/register`. */
export const registeredRoot = (): string | null => (globalThis as Holder)[KEY] ?? null;
