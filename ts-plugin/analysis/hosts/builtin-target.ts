/** Recognizes the built-in modules of Node and other runtimes. */
import { isBuiltin } from 'node:module';
import type { ImportTarget } from '../project/host.ts';

const OTHER_RUNTIMES = /^(?:bun$|(?:bun|cloudflare|deno):)/;

/** The built-in module of a specifier; `null` for specifiers that must be resolved. */
export function toBuiltin(specifier: string): ImportTarget {
  if (isBuiltin(specifier))
    return { kind: 'builtin', name: specifier.startsWith('node:') ? specifier : `node:${specifier}` };
  return OTHER_RUNTIMES.test(specifier) ? { kind: 'builtin', name: specifier } : null;
}
