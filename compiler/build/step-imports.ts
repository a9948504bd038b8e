/** Decides which imports of step code stay imports and are resolved when the steps run. */
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, sep } from 'node:path';
import type { Plugin, PluginContext, ResolvedId } from 'rolldown';
import { STEPS_FILE } from './output-files.ts';
import type { BuildProject } from './project.ts';
import { isInstalled } from './source-files.ts';

/** An import of a package, or of a name that the host resolves: neither relative, nor a path, nor virtual. */
const BARE_IMPORT = /^(?![./\0]|workflow:|[A-Za-z]:[\\/])/;

/** Hosts give their virtual modules other names: `$env/static/private`, `#imports`, `astro:env/server`. */
const PACKAGE_NAME = /^@?[\w.-]+(?:\/[^:]*)?$/;

/** Files of a package that Node can load as they are. */
const LOADABLE_FILE = /\.(?:[cm]?js|node)$/;

/**
 * Leaves imports of packages to the run time, where they give the same instance as in the rest of the application. A
 * package becomes part of the bundle only where Node could not import it from there: when it holds directives or source
 * code, or when the output folder would find another one. Agents of this package do, too.
 * @param compiled Paths of the modules of packages that hold directives.
 * @param guarded Gets the imports that may fail when the steps are loaded.
 */
export function keepPackageImports(project: BuildProject, compiled: ReadonlySet<string>, guarded: Set<string>): Plugin {
  const outside = (id: string, canBreak: boolean): { id: string; external: true } => {
    if (canBreak) guarded.add(id);
    return { id, external: true };
  };
  return {
    name: 'workflow:package-imports',
    resolveId: {
      order: 'pre',
      filter: { id: BARE_IMPORT },
      async handler(source, importer) {
        if (importer === undefined) return null;
        if (isBuiltin(source) || isAmong(project.external, source)) return outside(source, false);
        const resolved = await this.resolve(source, importer, { skipSelf: true });
        // A missing package may be one that the host provides. The host, or Node, reports it when it is really missing.
        // A package that was compiled need not see this one from where it lies (pnpm).
        if (!resolved) return outside(source, PACKAGE_NAME.test(source) && !isRuntime(source));
        if (resolved.external || compiled.has(resolved.id) || isAgents(source)) return resolved;
        // This file decides whether and how Node finds the package from the output.
        if (resolved.packageJsonPath) this.addWatchFile(resolved.packageJsonPath);
        if (isRuntime(source)) return outside(toNodeSpecifier(source, resolved), false);
        if (!(await isFoundFromOutput(this, project, { source, resolved }))) return resolved;
        return outside(toNodeSpecifier(source, resolved), true);
      },
    },
  };
}

function isAmong(packages: readonly string[], source: string): boolean {
  return packages.some((name) => source === name || source.startsWith(`${name}/`));
}

/** This package: the steps must share its state with the application. */
const isRuntime = (source: string): boolean => isAmong(['workflow'], source);

/** This package's agents are made of steps, which are in the bundle: they must be the same modules. */
const isAgents = (source: string): boolean => isAmong(['workflow/agent'], source);

/** True when the import, moved to the output folder, leads Node to the same file. */
async function isFoundFromOutput(
  context: PluginContext,
  project: BuildProject,
  { source, resolved }: { source: string; resolved: ResolvedId },
): Promise<boolean> {
  if (!isInstalled(resolved.id) || !LOADABLE_FILE.test(resolved.id)) return false;
  const fromOutput = await context.resolve(source, join(project.outDir, STEPS_FILE), { skipSelf: true });
  return fromOutput?.id === resolved.id;
}

/**
 * Node wants whole file names (`dayjs/plugin/utc.js`) of packages that do not list their exports; bundlers add the
 * ending.
 */
function toNodeSpecifier(source: string, { id, packageJsonPath }: ResolvedId): string {
  const isSubpath = source.split('/').length > (source.startsWith('@') ? 2 : 1);
  if (!isSubpath || !packageJsonPath || listsExports(packageJsonPath)) return source;
  const path = id.split(sep).join('/');
  const start = path.lastIndexOf(`/node_modules/${source}`);
  return start < 0 ? source : path.slice(start + '/node_modules/'.length);
}

function listsExports(packageJsonPath: string): boolean {
  const content: { exports?: unknown } = JSON.parse(readFileSync(packageJsonPath, 'utf8'));
  return content.exports !== undefined;
}
