/** Whether this process has loaded a source as it is now. */
import { statSync } from 'node:fs';

/** True for a file that was written after this process started, or is gone. */
export function isYoungerThanProcess(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return !stat || stat.mtimeMs > performance.timeOrigin;
}
