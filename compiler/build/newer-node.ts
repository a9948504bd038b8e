/** Finds where workflow code needs a newer Node than the oldest on which its runs may continue. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MagicString } from 'magic-string';
import type { Plugin } from 'rolldown';
import { effectiveParent, parentOf } from '../ast.ts';
import { bindFile } from '../analyze/inspect-module.ts';
import { Positions } from '../code-frame.ts';
import { CompileFailure, type Diagnostic, type SourceFile, createDiagnostic } from '../diagnostics.ts';
import { toBoundCode } from '../globals/bound-code.ts';
import { globalLinks } from '../globals/global-paths.ts';
import { isGuarded, isOnlyLookedAt } from '../globals/guards.ts';
import { compileError } from '../messages.ts';
import { parseModule } from '../parse-module.ts';
import type { ShakenBundle } from './bundled-builtins.ts';
import { nodesIn } from './bundle-tree.ts';
import { chainText, traceModule } from './import-chain.ts';
import { isInstalled, readSourceFile } from './source-files.ts';
import { createPositionLookup } from './source-map.ts';

/** The major version of the oldest Node that this package supports. */
const OLDEST = 22;

/** Globals, and members of globals, by the major version of Node that has them first. */
const SINCE: ReadonlyMap<string, number> = new Map([
  ...['AsyncDisposableStack', 'DisposableStack', 'Float16Array', 'SuppressedError', 'Intl.DurationFormat'].map(
    (name): [string, number] => [name, 24],
  ),
  ...['Error.isError', 'Math.f16round', 'Promise.try', 'RegExp.escape'].map((name): [string, number] => [name, 24]),
  ['Uint8Array.fromBase64', 25],
  ['Uint8Array.fromHex', 25],
  ['Iterator.concat', 26],
  ['Math.sumPrecise', 26],
]);

/** The first version that knows `(?i:…)`, and groups of one name in alternatives. */
const PATTERNS_SINCE = 24;

const CANDIDATE = new RegExp(
  `(?<![\\w$.])(?:${[...SINCE.keys()].map((name) => name.replace('.', '\\.')).join('|')})(?![\\w$])`,
  'g',
);

/**
 * The major version of the oldest Node on which runs of a project may continue: by "engines" in its `package.json`, or
 * else the oldest that this package supports.
 */
export function oldestNodeOf(rootDir: string): number {
  const path = join(rootDir, 'package.json');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const range = /"engines"\s*:\s*\{[^}]*"node"\s*:\s*"([^"]*)"/.exec(text)?.[1] ?? '';
  const versions = range.split('||').map((one) => Number(/^\s*(?:>=|[\^~=v])?\s*v?(\d+)/.exec(one)?.[1] ?? OLDEST));
  return Math.max(OLDEST, Math.min(...versions));
}

/** Patterns in regular expressions that an older Node refuses, as far as {@link newerPatterns} found them. */
export type NewerPatterns = Set<string>;

/**
 * Makes such patterns when their code runs. As literals they are errors of the whole bundle: with one of them an older
 * Node could run no workflow.
 * @param found The code that stands for each.
 */
export function newerPatterns(oldestNode: number, found: NewerPatterns): Plugin {
  return {
    name: 'workflow:newer-patterns',
    renderChunk: {
      order: 'post',
      handler(code) {
        if (oldestNode >= PATTERNS_SINCE || !isNewPattern(code)) return null;
        const edited = new MagicString(code);
        for (const node of nodesIn(this.parse(code), ['Literal'])) {
          const { regex } = node as { regex?: { pattern: string; flags: string } };
          if (!regex || !isNewPattern(regex.pattern)) continue;
          const made = `new RegExp(${JSON.stringify(regex.pattern)}, "${regex.flags}")`;
          found.add(made);
          edited.update(node.start, node.end, made);
        }
        return found.size === 0 ? null : { code: edited.toString(), map: edited.generateMap({ hires: true }) };
      },
    },
  };
}

/** True for a pattern, or code that may hold one, with flags for a group, or with two groups of one name in a line. */
function isNewPattern(code: string): boolean {
  if (/\(\?(?:[ims]+(?:-[ims]*)?|-[ims]+):/.test(code)) return true;
  const names = Array.from(code.matchAll(/\(\?<([\p{L}_$][\p{L}\d_$]*)>/gu), ({ 1: name, index }) => {
    return `${code.lastIndexOf('\n', index)} ${name}`;
  });
  return new Set(names).size < names.length;
}

/** One warning for each place in a bundle; of a package, at the user's import. */
export async function warnOfNewerNode(
  bundle: ShakenBundle,
  { oldestNode, patterns }: { oldestNode: number; patterns: NewerPatterns },
): Promise<Diagnostic[]> {
  const found = [
    ...[...bundle.chunk.code.matchAll(CANDIDATE)].map(({ index, 0: name }) => ({ index, name })),
    ...[...patterns].flatMap((made) => [{ index: bundle.chunk.code.indexOf(made), name: null }]),
  ].filter(({ name, index }) => index >= 0 && (name === null || SINCE.get(name)! > oldestNode));
  if (found.length === 0) return [];
  const positions = new Positions(bundle.chunk.code);
  const lookUp = createPositionLookup(bundle.chunk.map!.toString());
  const warnings = found.map(async ({ index, name }) => {
    const place = lookUp(positions.at(index));
    const path = place && resolve(bundle.rootDir, place.source);
    if (!path || !existsSync(path)) return [];
    const file = readSourceFile(bundle.rootDir, path);
    const at = file.positions.indexAt(place);
    return name !== null && isTested(file, at, name) ? [] : [await warn(bundle, { file, at, name, oldestNode })];
  });
  return (await Promise.all(warnings)).flat();
}

/** Whether code of the file asks if the name is there, or means another thing by it. */
function isTested(file: SourceFile, at: number, path: string): boolean {
  try {
    const code = toBoundCode(bindFile(file, parseModule(file)), file.path);
    const uses = code.bindings.references.flatMap(
      (reference) => globalLinks(reference).find((link) => link.path === path) ?? [],
    );
    const used = uses.find(({ node }) => node.span.start === at);
    // Libraries ask once, and then choose one of several functions.
    if (!used || uses.some(({ node }) => isOnlyLookedAt(node))) return true;
    const { parent: call } = effectiveParent(used.node);
    const isOptionalCall = call !== null && parentOf(call)?.['optional'] === true;
    return isOptionalCall || isGuarded(code, used.node, { name: path.split('.').at(-1)!, byTry: true });
  } catch (error) {
    if (error instanceof CompileFailure) return true;
    throw error;
  }
}

async function warn(
  { context, rootDir }: ShakenBundle,
  { file, at, name, oldestNode }: { file: SourceFile; at: number; name: string | null; oldestNode: number },
): Promise<Diagnostic> {
  const chain = await traceModule(context, { rootDir, path: file.path });
  const shown = isInstalled(file.path) ? chain.find((site) => !isInstalled(site.file.path)) : undefined;
  const error = compileError('compile_node_newer', {
    subject: name === null ? 'This regular expression' : `"${name}"`,
    since: name === null ? PATTERNS_SINCE : SINCE.get(name)!,
    oldestNode,
    chain: shown ? chainText([{ file, index: at }, ...chain]) : '',
  });
  return createDiagnostic(shown?.file ?? file, shown?.index ?? at, error, 'warning');
}
