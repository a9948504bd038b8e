/** Tells the process that builds the workflows, which is not the loader's, of a file with directives. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST_FILE } from '../../compiler/build/output-files.ts';
import { toDisplayName } from '../../compiler/build/source-files.ts';
import { type DirectiveFile, refuseOutsideBuild } from '../../compiler/plugin/directive-file.ts';
import type { Manifest } from '../../runtime/contract/build.ts';
import { keepSeenFile, keptDirIn } from '../shared/application-files.ts';

/** The folder of the build, and whether it is still to be made. */
interface BuildPlace {
  /** Absolute path. */
  outDir: string;
  mode: 'development' | 'production';
}

/** In development the file joins the build. @throws CompileFailure when a production build does not hold it. */
export function tellOfFile(file: DirectiveFile, { outDir, mode }: BuildPlace): void {
  if (mode === 'development') keepSeenFile(keptDirIn(outDir), file);
  else if (!isBuilt(file, outDir)) throw refuseOutsideBuild(file);
}

/** Without a build there is nothing to compare with: then Next cannot find the built steps either. */
function isBuilt({ rootDir, path }: DirectiveFile, outDir: string): boolean {
  const manifest = readManifest(outDir);
  const name = toDisplayName(rootDir, path);
  return manifest === null || name in manifest.workflows || name in manifest.steps;
}

/** The id of the build in a folder. Results of the loader are kept for the next build of Next, and belong to one. */
export const builtId = (outDir: string): string | null => readManifest(outDir)?.buildId ?? null;

function readManifest(outDir: string): Manifest | null {
  try {
    return JSON.parse(readFileSync(join(outDir, MANIFEST_FILE), 'utf8')) as Manifest;
  } catch {
    return null;
  }
}
