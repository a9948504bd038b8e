/** In what versions of Nitro and its ways to build differ: found by what they have, not by their number. */
import { join } from 'node:path';
import type { Nitro } from 'nitro/types';
import { OWN_FOLDERS } from '../../compiler/own-code.ts';

/** Up to 3.0.0, installed packages stay out of the bundle unless they are named here. */
interface ExternalsOptions {
  externals?: { inline?: unknown[] };
}

/** Packages of the AI SDK: what 3.0.0 copies installed packages with fails on their `createRequire()`, and with it the build. */
const UNTRACEABLE = ['ai/', '@ai-sdk/'];

/** True for version 2, whose handlers are of another kind: only newer ones have `routing`. */
export function isLegacy(nitro: Nitro): boolean {
  return (nitro.routing as unknown) === undefined;
}

/** True where Vite builds: in development it loads changed modules anew in the process that is there, and no request is lost. */
export function isBuiltByVite({ options }: Nitro): boolean {
  return options.builder === 'vite';
}

/** Has the runtime and the build bundled with the application: a second copy beside the bundle would share nothing with it. */
export function bundleRuntime(nitro: Nitro, outDir: string): void {
  const externals = ((nitro.options as ExternalsOptions).externals ??= {});
  (externals.inline ??= []).push('workflow/', ...[...OWN_FOLDERS, outDir].map((folder) => join(folder, '/')));
  if (!isLegacy(nitro)) externals.inline.push(...UNTRACEABLE);
}
