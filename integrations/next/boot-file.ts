/** The module that gives a production server its build. Next bundles it, because the output cannot read files. */
import { join } from 'node:path';
import { specifierFrom } from '../../compiler/build/output-files.ts';
import type { Manifest } from '../../runtime/contract/build.ts';
import { pageOf } from './generated-entries.ts';
import type { LayerName } from './layers.ts';
import type { NextProject } from './options.ts';
import { findPackage } from './packages.ts';

/** Its name in the folder of the build. */
export const BOOT_FILE = 'boot.mjs';
/** Nobody calls it. It tells Next that the output needs the driver of PostgreSQL, which the runtime loads by name. */
const DRIVER_IMPORT = `export const loadDriver = () => import('pg');

`;

/** Its text. @param layers Those that steps run in. */
export function bootCode({ rootDir, basePath }: NextProject, manifest: Manifest, layers: Iterable<LayerName>): string {
  const pages = Object.fromEntries(Array.from(layers, (layer) => [layer, pageOf(layer)]));
  return `import { serveBuild } from 'workflow/internal/next';
import { bundle } from './workflows.mjs';

const manifest = ${JSON.stringify(manifest, null, 2)};

${findPackage(rootDir, 'pg') === null ? '' : DRIVER_IMPORT}export const boot = () => serveBuild({ bundle, manifest }, ${JSON.stringify({ basePath, pages })});
`;
}

/**
 * A statement that starts the runtime when a production server evaluates it. Next replaces the conditions, so other
 * targets contain none of it.
 * @param fromDir Folder of the module that gets the statement.
 */
export function bootStatement(fromDir: string, outDir: string): string {
  const specifier = JSON.stringify(specifierFrom(fromDir, join(outDir, BOOT_FILE)));
  return `if (process.env.NODE_ENV === 'production' && process.env.NEXT_RUNTIME === 'nodejs') {
  import(${specifier}).then(({ boot }) => boot(), (error) => console.error('[workflow] The workflows cannot be loaded:', error));
}
`;
}
