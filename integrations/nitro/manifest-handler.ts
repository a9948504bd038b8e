/** The manifest's handler in production: a module that contains the manifest, because the output cannot read files. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from '../../runtime/contract/build.ts';

/** The module's name in the build's folder. */
export const MANIFEST_HANDLER_FILE = 'manifest-handler.mjs';

/** Writes the module into the build's folder. */
export async function writeManifestHandler(outDir: string, manifest: Manifest): Promise<void> {
  const code = `import { createHandler } from 'workflow/runtime';

export const manifest = ${JSON.stringify(manifest, null, 2)};

export const handleManifest = createHandler();
`;
  await writeFile(join(outDir, MANIFEST_HANDLER_FILE), code);
}
