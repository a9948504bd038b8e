/** What `skipBuild` promises: a build that is there already. */
import { findMissingFile } from '../shared/load-build.ts';
import { nestError } from './messages.ts';

/** @throws `nest_build_missing`. */
export function requireBuild(outDir: string): void {
  const file = findMissingFile(outDir);
  if (file !== null) throw nestError('nest_build_missing', { file });
}
