/** Checks the build that `skipBuild` relies on. */
import { findMissingFile } from '../shared/load-build.ts';
import { nestError } from './messages.ts';

/** Checks that the folder holds a complete build. @throws `nest_build_missing`. */
export function requireBuild(outDir: string): void {
  const file = findMissingFile(outDir);
  if (file !== null) throw nestError('nest_build_missing', { file });
}
