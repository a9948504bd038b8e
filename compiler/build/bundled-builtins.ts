/** Finds where workflow code uses Node's modules, and says so. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { OutputChunk, PluginContext } from 'rolldown';
import { Positions } from '../code-frame.ts';
import { type Diagnostic, createDiagnostic } from '../diagnostics.ts';
import type { BundleProblem } from './bundle-problems.ts';
import { compileError } from '../messages.ts';
import { stubLocalName, stubbedBuiltin } from './builtin-stubs.ts';
import { chainText, type ImportSite, traceImports } from './import-chain.ts';
import { isInstalled, packageOf, readSourceFile } from './source-files.ts';
import { createPositionLookup } from './source-map.ts';

/** A bundle of workflow code, after tree shaking. */
export interface ShakenBundle {
  context: PluginContext;
  chunk: OutputChunk;
  /** Folder from which the paths in the chunk's source map count. */
  rootDir: string;
}

/** The part of a stub that is left in a bundle. */
export interface StubUse {
  stubId: string;
  builtin: string;
  /** The exports that are used. */
  names: readonly string[];
}

/** A use of one of Node's modules, as people are told of it. */
interface Reached extends StubUse {
  /** From the use, or its import, to a file that is an entry. */
  chain: readonly ImportSite[];
  shown: ImportSite;
  /** The package that the user imports and that needs the module; `null`: it is the user's own code. */
  package: string | null;
}

/**
 * One error for each of Node's modules that the user's code in the bundle really uses, and one for each import of a
 * package that does.
 */
export async function diagnoseBuiltinUses(bundle: ShakenBundle): Promise<BundleProblem[]> {
  const reached = await Promise.all(usedStubs(bundle.chunk).map((use) => locate(bundle, use)));
  const groups = Map.groupBy(reached, ({ package: name, shown, builtin }) =>
    name === null ? builtin : `${shown.file.path} ${shown.index}`,
  );
  return Array.from(groups.values(), (uses) => ({
    diagnostic: toDiagnostic(uses),
    modules: uses.map(({ stubId }) => stubId),
    reason: `it needs "${uses[0]!.builtin}"`,
  }));
}

/** The stubs of which something is left. */
export function usedStubs(chunk: OutputChunk): StubUse[] {
  return Object.entries(chunk.modules).flatMap(([stubId, { renderedLength, renderedExports }]) => {
    const builtin = stubbedBuiltin(stubId);
    return builtin && renderedLength > 0 ? [{ stubId, builtin, names: renderedExports }] : [];
  });
}

async function locate(bundle: ShakenBundle, use: StubUse): Promise<Reached> {
  const sites = useSites(bundle, use);
  const site = sites.find(({ file }) => !isInstalled(file.path)) ?? sites[0];
  const importer = importerOf(bundle, use, site);
  const chain = await traceImports(bundle.context, { rootDir: bundle.rootDir, importer, target: use.stubId });
  // People cannot change a package: there, the place to look at is their own import of it.
  const shown = [...(site ? [site] : []), ...chain].find(({ file }) => !isInstalled(file.path)) ?? chain[0]!;
  const below = chain[chain.indexOf(shown) - 1];
  return { ...use, chain, shown, package: below && isInstalled(below.file.path) ? packageOf(below.file.path) : null };
}

/** @param uses More than one only of a package. */
function toDiagnostic(uses: readonly Reached[]): Diagnostic {
  const [{ shown, chain, names, builtin, package: name }, ...others] = uses as [Reached, ...Reached[]];
  const more = others.map((use) => `"${use.builtin}"`).toSorted();
  return createDiagnostic(
    shown.file,
    shown.index,
    compileError('compile_builtin_reached', {
      builtin,
      names: more.length > 0 ? `${more.join(', ')} and ` : nameList(names),
      chain: `${name === null ? '' : ` The package "${name}" needs it.`}${chainText(chain)}`,
    }),
  );
}

/**
 * The module that imports a stub: the one with the use, unless that has the name from another one; with no use, a
 * module that is in the bundle and imports the stub as a whole, so that no name of it stands in the code.
 */
function importerOf({ context, chunk }: ShakenBundle, { stubId }: StubUse, site: ImportSite | undefined): string {
  const info = context.getModuleInfo(stubId)!;
  const importers = [...info.importers, ...info.dynamicImporters];
  const isInBundle = (importer: string): boolean => (chunk.modules[importer]?.renderedLength ?? 0) > 0;
  return importers.find((importer) => importer === site?.file.path) ?? importers.find(isInBundle) ?? importers[0]!;
}

/** More names mean that the module is used as a whole. */
const NAMES_MAX = 4;

function nameList(names: readonly string[]): string {
  const named = names.filter((name) => name !== 'default');
  if (named.length === 0 || named.length > NAMES_MAX) return '';
  return `${named
    .toSorted()
    .map((name) => `"${name}"`)
    .join(', ')} of `;
}

/** The places in source files from which uses of a stub in the bundle come, in the order of the text. */
function useSites({ chunk, rootDir }: ShakenBundle, { builtin, names }: StubUse): ImportSite[] {
  if (!chunk.map) return [];
  const positions = new Positions(chunk.code);
  const lookUp = createPositionLookup(chunk.map.toString());
  const uses = names.flatMap((name) => occurrences(chunk.code, stubLocalName(builtin, name))).sort((a, b) => a - b);
  return uses.flatMap((use) => {
    const place = lookUp(positions.at(use));
    const path = place && resolve(rootDir, place.source);
    if (!path || !existsSync(path)) return [];
    const file = readSourceFile(rootDir, path);
    return [{ file, index: file.positions.indexAt(place) }];
  });
}

/**
 * Where a name stands in code, except for its declaration. A bundler appends `$` and a number to tell equal names
 * apart.
 */
function occurrences(code: string, name: string): number[] {
  const use = new RegExp(`(?<!function )${name.replaceAll('$', '\\$')}(?:\\$\\d+)?(?![\\w$])`, 'g');
  return [...code.matchAll(use)].map(({ index }) => index);
}
