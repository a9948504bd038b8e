/** Fits this package to servers that Vite builds. */
import type { Plugin as RolldownPlugin } from 'rolldown';
import type { Plugin } from 'vite';

/** The same plugin, typed for Vite, which bundles its own Rolldown types. */
export const forVite = (plugin: RolldownPlugin): Plugin => plugin as unknown as Plugin;

/**
 * Packages that a server bundles together with the runtime: this package and its runtime dependencies, of which the
 * application may have other versions.
 */
export const RUNTIME_PACKAGES: readonly string[] = ['workflow', 'devalue', 'ms'];
