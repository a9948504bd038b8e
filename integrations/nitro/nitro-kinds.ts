/** Differences between versions of Nitro and its builders, detected by features and not by version numbers. */
import { join } from 'node:path';
import type { Nitro } from 'nitro/types';
import { OWN_FOLDERS } from '../../compiler/own-code.ts';

/** Up to 3.0.0, installed packages stay out of the bundle unless they are listed here. */
interface ExternalsOptions {
  externals?: { inline?: unknown[] };
}

/** Packages of the AI SDK. Nitro 3.0.0 fails to copy them because of their `createRequire()`, and the build fails. */
const UNTRACEABLE = ['ai/', '@ai-sdk/'];

/** Whether this is version 2, whose handlers are different. Only newer versions have `routing`. */
export function isLegacy(nitro: Nitro): boolean {
  return (nitro.routing as unknown) === undefined;
}

/** Whether Vite builds. In development Vite reloads changed modules in the running process, and no request is lost. */
export function isBuiltByVite({ options }: Nitro): boolean {
  return options.builder === 'vite';
}

/**
 * Bundles the runtime and the build with the application: a second copy outside the bundle would share no state with
 * it.
 */
export function bundleRuntime(nitro: Nitro, outDir: string): void {
  const externals = ((nitro.options as ExternalsOptions).externals ??= {});
  (externals.inline ??= []).push('workflow/', ...[...OWN_FOLDERS, outDir].map((folder) => join(folder, '/')));
  if (!isLegacy(nitro)) externals.inline.push(...UNTRACEABLE);
}
