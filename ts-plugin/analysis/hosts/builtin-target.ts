/** Modules that the runtime brings itself. */
import { isBuiltin } from 'node:module';
import type { ImportTarget } from '../project/host.ts';

const OTHER_RUNTIMES = /^(?:bun|cloudflare|deno):/;

/** @returns `null` for all that has to be resolved. */
export function toBuiltin(specifier: string): ImportTarget {
  if (isBuiltin(specifier))
    return { kind: 'builtin', name: specifier.startsWith('node:') ? specifier : `node:${specifier}` };
  return OTHER_RUNTIMES.test(specifier) ? { kind: 'builtin', name: specifier } : null;
}
