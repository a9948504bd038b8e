/** The module that gives a production server its build. Next bundles it, because the output cannot read files. */
import { join, relative, sep } from 'node:path';
import type { Manifest } from '../../runtime/contract/build.ts';
import { writeGeneratedFiles } from '../shared/generated-files.ts';
import type { NextProject } from './options.ts';
import { findPackage } from './packages.ts';

const BOOT_FILE = 'boot.mjs';
/** Nobody calls it. It tells Next that the output needs the driver of PostgreSQL, which the runtime loads by name. */
const DRIVER_IMPORT = `export const loadDriver = () => import('pg');

`;

/** Writes it into a folder beside the build, which git ignores. */
export function writeBootFile({ rootDir, outDir, basePath }: NextProject, manifest: Manifest): void {
  const code = `import { serveBuild } from 'workflow/internal/next';
import { loadSteps } from './steps.mjs';
import { bundle } from './workflows.mjs';

const manifest = ${JSON.stringify(manifest, null, 2)};

${findPackage(rootDir, 'pg') === null ? '' : DRIVER_IMPORT}export const boot = () => serveBuild(async () => ({ bundle, steps: await loadSteps(), manifest }), ${JSON.stringify(basePath)});
`;
  writeGeneratedFiles(outDir, { [BOOT_FILE]: code });
}

/**
 * A statement that starts the runtime when a production server evaluates it. Next replaces the conditions, so other
 * targets contain none of it.
 * @param fromDir Folder of the module that gets the statement.
 */
export function bootStatement(fromDir: string, outDir: string): string {
  const path = relative(fromDir, join(outDir, BOOT_FILE)).split(sep).join('/');
  const specifier = JSON.stringify(path.startsWith('../') ? path : `./${path}`);
  return `if (process.env.NODE_ENV === 'production' && process.env.NEXT_RUNTIME === 'nodejs') {
  import(${specifier}).then(({ boot }) => boot(), (error) => console.error('[workflow] The steps cannot be loaded:', error));
}
`;
}
