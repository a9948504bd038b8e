/** Rewrites `package.json`: packages that are not needed any more, and what a kept one would refuse. */
import { VERSION } from '../../runtime/contract/version.ts';
import type { PackageManager } from '../program/project-facts.ts';

type Manifest = Record<string, unknown>;

const FIELDS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];
const INDENT = /^\{\r?\n([ \t]+)/;

/** The facts about the project on which it depends. */
export interface ManifestChoices {
  /** Packages of the other family that sources still import. */
  kept: ReadonlySet<string>;
  /** Whether the installed package `workflow` is this one. */
  isInstalled: boolean;
  packageManager: PackageManager;
}

/** Keeps the order and the indent. */
export function rewriteManifest(text: string, { kept, isInstalled, packageManager }: ManifestChoices): string {
  const manifest = JSON.parse(text) as Manifest;
  for (const field of FIELDS) {
    const packages = manifest[field] as Record<string, string> | undefined;
    if (packages === undefined) continue;
    for (const name of Object.keys(packages))
      if (name.startsWith('@workflow/') && !kept.has(name)) delete packages[name];
    if (packages['workflow'] !== undefined && !isInstalled) packages['workflow'] = `^${VERSION}`;
  }
  if (kept.has('@workflow/ai')) allowOldPeer(manifest, packageManager);
  const written = `${JSON.stringify(manifest, null, INDENT.exec(text)?.[1] ?? 2)}\n`;
  // Nothing but the form would change.
  return JSON.stringify(JSON.parse(text)) === JSON.stringify(manifest) ? text : written;
}

/** `@workflow/ai` asks for the other package. npm refuses to install that, pnpm warns, and the others accept it. */
function allowOldPeer(manifest: Manifest, packageManager: PackageManager): void {
  if (packageManager === 'npm')
    manifest['overrides'] = { ...(manifest['overrides'] as object), '@workflow/ai': { workflow: '$workflow' } };
  if (packageManager === 'pnpm') {
    const pnpm = (manifest['pnpm'] ?? {}) as { peerDependencyRules?: { allowedVersions?: object } };
    const allowedVersions = { ...pnpm.peerDependencyRules?.allowedVersions, '@workflow/ai>workflow': '*' };
    manifest['pnpm'] = { ...pnpm, peerDependencyRules: { ...pnpm.peerDependencyRules, allowedVersions } };
  }
}
