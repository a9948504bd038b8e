/**
 * Packages that a server bundles together with the runtime: this package and its runtime dependencies, of which the
 * application may have other versions.
 */
export const RUNTIME_PACKAGES: readonly string[] = ['workflow', 'devalue', 'ms'];
