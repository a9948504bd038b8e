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
import { isInstalled, readSourceFile } from './source-files.ts';
import { createPositionLookup } from './source-map.ts';

/** A bundle of workflow code, after tree shaking. */
export interface ShakenBundle {
  context: PluginContext;
  chunk: OutputChunk;
  /** Folder from which the paths in the chunk's source map count. */
  rootDir: string;
}

interface StubUse {
  stubId: string;
  builtin: string;
  /** The exports that are used. */
  names: readonly string[];
}

/** One error for each of Node's modules that the bundle really uses. */
export async function diagnoseBuiltinUses(bundle: ShakenBundle): Promise<BundleProblem[]> {
  const uses = usedStubs(bundle.chunk);
  return await Promise.all(
    uses.map(async (use) => ({
      diagnostic: await diagnose(bundle, use),
      modules: [use.stubId],
      reason: `it needs "${use.builtin}"`,
    })),
  );
}

function usedStubs(chunk: OutputChunk): StubUse[] {
  return Object.entries(chunk.modules).flatMap(([stubId, { renderedLength, renderedExports }]) => {
    const builtin = stubbedBuiltin(stubId);
    return builtin && renderedLength > 0 ? [{ stubId, builtin, names: renderedExports }] : [];
  });
}

async function diagnose(bundle: ShakenBundle, use: StubUse): Promise<Diagnostic> {
  const sites = useSites(bundle, use);
  const site = sites.find(({ file }) => !isInstalled(file.path)) ?? sites[0];
  const importer = importerOf(bundle, use, site);
  const chain = await traceImports(bundle.context, { rootDir: bundle.rootDir, importer, target: use.stubId });
  // People cannot change a package: there, the place to look at is their own import of it.
  const shown = [...(site ? [site] : []), ...chain].find(({ file }) => !isInstalled(file.path)) ?? chain[0]!;
  return createDiagnostic(
    shown.file,
    shown.index,
    compileError('compile_builtin_reached', {
      builtin: use.builtin,
      names: nameList(use.names),
      chain: chainText(chain),
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
