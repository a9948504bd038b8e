/** Detects an application of CommonJS modules whose options do not say so. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildLog } from '../shared/project-build.ts';
import { nestError } from './messages.ts';
import type { NestProject } from './options.ts';

/**
 * Only warns, because `import` of CommonJS modules often works. It fails where Node cannot see their exports (as in
 * swc's output), or where a package exists in both forms.
 */
export function checkModuleType({ rootDir, distDir, moduleType }: NestProject, log: BuildLog): void {
  if (moduleType === 'commonjs' || !existsSync(distDir)) return;
  const [packageFile] = [distDir, rootDir].map((dir) => join(dir, 'package.json')).filter((file) => existsSync(file));
  if (packageFile === undefined) return;
  const { type } = JSON.parse(readFileSync(packageFile, 'utf8')) as { type?: string };
  if (type !== 'module') log.warn(nestError('nest_module_type_mismatch', { distDir }).message);
}
