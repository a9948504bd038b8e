/** Packages that a server must bundle where it bundles the runtime. */

/** The package itself, and what its runtime imports: the application may have other versions of the latter. */
export const RUNTIME_PACKAGES: readonly string[] = ['workflow', 'devalue', 'ms'];
