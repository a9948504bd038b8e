/** Finds where workflow code uses globals that the sandbox does not have, and says so. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Positions } from '../code-frame.ts';
import { CompileFailure, type Diagnostic, type SourceFile, createDiagnostic } from '../diagnostics.ts';
import { bindFile } from '../analyze/inspect-module.ts';
import { toBoundCode } from '../globals/bound-code.ts';
import { parseModule } from '../parse-module.ts';
import { type GlobalUse, MISSING_ROOTS, findGlobalUses } from '../globals/global-uses.ts';
import { compileError } from '../messages.ts';
import type { BundleProblem } from './bundle-problems.ts';
import type { ShakenBundle } from './bundled-builtins.ts';
import { chainText, type ImportSite, traceModule } from './import-chain.ts';
import { isInstalled, packageOf, readSourceFile } from './source-files.ts';
import { createPositionLookup } from './source-map.ts';

/** Where such a name may stand in code: not as a member of something. */
const CANDIDATE = new RegExp(`(?<![\\w$.])(?:${[...MISSING_ROOTS].join('|')})(?![\\w$])`, 'g');

/** Any name. A constant that holds a global can have every name. */
const NAME = /(?<![\w$.])[A-Za-z_$][\w$]*/g;

/** Keeps what was found in files, from build to build. */
export class GlobalUseCache {
  readonly #files = new Map<string, { code: string; uses: readonly GlobalUse[] }>();

  usesIn(file: SourceFile): readonly GlobalUse[] {
    const known = this.#files.get(file.path);
    if (known?.code === file.code) return known.uses;
    const uses = findLeniently(file);
    this.#files.set(file.path, { code: file.code, uses });
    return uses;
  }
}

interface FoundUse {
  file: SourceFile;
  use: GlobalUse;
}

/**
 * An error for each use in the user's files, as far as its code is in the bundle. Packages get
 * code that never runs: one warning for each global that it uses.
 */
export async function diagnoseGlobalUses(bundle: ShakenBundle, cache: GlobalUseCache): Promise<BundleProblem[]> {
  const found = findUses(bundle, cache);
  const own = found.filter(({ file }) => !isInstalled(file.path));
  const ofPackages = found.filter((one) => !own.includes(one) && !one.use.isOptional);
  const installed = new Map(ofPackages.map((one) => [`${packageOf(one.file.path)} ${one.use.name}`, one]));
  return await Promise.all([
    ...own.map(async (one) => toProblem(one, await diagnoseOwn(bundle, one))),
    ...[...installed.values()].map(async (one) => toProblem(one, await diagnoseInstalled(bundle, one))),
  ]);
}

function toProblem({ file, use }: FoundUse, diagnostic: Diagnostic): BundleProblem {
  return { diagnostic, modules: [file.path], reason: `it uses "${use.name}"` };
}

/** The bundle shows which names of a file are left; the file shows whether they are uses of globals. */
function findUses(bundle: ShakenBundle, cache: GlobalUseCache): FoundUse[] {
  const candidates = Object.entries(bundle.chunk.modules).flatMap(([path, { code }]) => {
    const names = new Set(code?.match(CANDIDATE));
    if (names.size === 0 || !existsSync(path)) return [];
    const file = readSourceFile(bundle.rootDir, path);
    const mayBeLeft = (use: GlobalUse): boolean => !isByName(file, use) || names.has(rootOf(file, use));
    return cache.usesIn(file).flatMap((use) => (mayBeLeft(use) ? { file, use } : []));
  });
  if (candidates.length === 0) return [];
  const isLeft = createPlaceLookup(bundle, candidates.every(({ file, use }) => isByName(file, use)) ? CANDIDATE : NAME);
  return candidates.filter(isLeft);
}

/** True for a use that begins with the name of a global, and not with that of a constant or with `Reflect`. */
function isByName(file: SourceFile, use: GlobalUse): boolean {
  return !use.isAlias && MISSING_ROOTS.has(rootOf(file, use));
}

/** `crypto` for a use of `crypto.subtle.sign`. */
function rootOf({ code }: SourceFile, { span }: GlobalUse): string {
  return /^[\w$]*/.exec(code.slice(span.start, span.end))![0];
}

/**
 * Tells whether a use in a file is one of those in the bundle.
 * @param names Matches the names that a use begins with.
 */
function createPlaceLookup({ chunk, rootDir }: ShakenBundle, names: RegExp): (found: FoundUse) => boolean {
  const positions = new Positions(chunk.code);
  const lookUp = createPositionLookup(chunk.map!.toString());
  const places = new Set<string>();
  for (const { index } of chunk.code.matchAll(names)) {
    const place = lookUp(positions.at(index));
    if (place) places.add(`${resolve(rootDir, place.source)}:${place.line}:${place.column}`);
  }
  return ({ file, use }) =>
    use.places.some((index) => {
      const { line, column } = file.positions.at(index);
      return places.has(`${file.path}:${line}:${column}`);
    });
}

/** Files that our parser refuses are skipped: old scripts in packages. */
function findLeniently(file: SourceFile): GlobalUse[] {
  try {
    return findGlobalUses(toBoundCode(bindFile(file, parseModule(file))));
  } catch (error) {
    if (error instanceof CompileFailure) return [];
    throw error;
  }
}

async function diagnoseOwn(bundle: ShakenBundle, { file, use }: FoundUse): Promise<Diagnostic> {
  const chain = await traceModule(bundle.context, { rootDir: bundle.rootDir, path: file.path });
  return createDiagnostic(file, use.span, toError(use, chain));
}

/** At the user's own import of the package: people cannot change what is in it. */
async function diagnoseInstalled(bundle: ShakenBundle, { file, use }: FoundUse): Promise<Diagnostic> {
  const chain = await traceModule(bundle.context, { rootDir: bundle.rootDir, path: file.path });
  const site: ImportSite = { file, index: use.span.start };
  const shown = chain.find((one) => !isInstalled(one.file.path)) ?? site;
  return createDiagnostic(shown.file, shown.index, toError(use, [site, ...chain]), 'warning');
}

function toError({ name, reason, instead }: GlobalUse, chain: readonly ImportSite[]) {
  return compileError('compile_global_reached', { name, reason, instead, chain: chainText(chain) });
}
