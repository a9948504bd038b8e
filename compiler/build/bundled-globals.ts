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
const CANDIDATE = new RegExp(
  `(?<![\\w$.])(?:${[...MISSING_ROOTS].map((root) => (root === 'Function' ? 'Function(?=\\s*\\()' : root)).join('|')})(?![\\w$])`,
  'g',
);

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

/** A use of such a global in a file whose code is in the bundle. */
export interface FoundUse {
  file: SourceFile;
  use: GlobalUse;
}

/** Names of Node's that a package's form for browsers does without. */
const OF_NODE = new Set(['process', 'global', 'Buffer', 'require', '__dirname', '__filename']);

/** The installed files that need globals of Node. */
export function filesThatNeedNode(found: readonly FoundUse[]): string[] {
  return found.filter(({ use }) => OF_NODE.has(use.name)).map(({ file }) => file.path);
}

/**
 * An error for each use in the user's files, as far as its code is in the bundle. Packages get one warning each, for
 * code that may never run; where code from text is made is not said of them, because so many offer it beside the rest.
 */
export async function diagnoseGlobalUses(bundle: ShakenBundle, found: readonly FoundUse[]): Promise<BundleProblem[]> {
  const own = found.filter(({ file }) => !isInstalled(file.path));
  const installed = found.filter(({ file, use }) => isInstalled(file.path) && !FROM_TEXT.has(use.name));
  const byPackage = Map.groupBy(installed, ({ file }) => packageOf(file.path));
  return await Promise.all([
    ...own.map(async (one) => toProblem([one], await diagnoseOwn(bundle, one))),
    ...Array.from(byPackage.values(), async (uses) => toProblem(uses, await diagnoseInstalled(bundle, uses))),
  ]);
}

function toProblem(found: readonly FoundUse[], diagnostic: Diagnostic): BundleProblem {
  return { diagnostic, modules: found.map(({ file }) => file.path), reason: `it uses "${found[0]!.use.name}"` };
}

const FROM_TEXT = new Set(['eval', 'Function()']);

/** The bundle shows which names of a file are left; the file shows whether they are uses of globals. */
export function findMissingGlobals(bundle: ShakenBundle, cache: GlobalUseCache): FoundUse[] {
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
    return findGlobalUses(toBoundCode(bindFile(file, parseModule(file)), file.path));
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
async function diagnoseInstalled(bundle: ShakenBundle, found: readonly FoundUse[]): Promise<Diagnostic> {
  const [{ file, use }] = found as [FoundUse];
  const chain = await traceModule(bundle.context, { rootDir: bundle.rootDir, path: file.path });
  const site: ImportSite = { file, index: use.span.start };
  const shown = chain.find((one) => !isInstalled(one.file.path)) ?? site;
  const names = [...new Set(found.map((one) => one.use.name))];
  const parts = `What the package "${packageOf(file.path)}" does with ${names.length === 1 ? 'it' : 'them'} throws.`;
  const reason = names.length === 1 ? `${use.reason} ${parts}` : parts;
  const error = toError({ ...use, name: names.join('", "'), reason }, [site, ...chain]);
  return createDiagnostic(shown.file, shown.index, error, 'warning');
}

function toError({ name, reason, instead }: GlobalUse, chain: readonly ImportSite[]) {
  return compileError('compile_global_reached', { name, reason, instead, chain: chainText(chain) });
}
