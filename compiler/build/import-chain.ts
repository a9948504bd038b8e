/** How a module came into a bundle. */
import type { PluginContext } from 'rolldown';
import { type Node, child, children, eachChild, text } from '../ast.ts';
import { CompileFailure, type SourceFile } from '../diagnostics.ts';
import { parseModule } from '../parse-module.ts';
import { readSourceFile } from './source-files.ts';

/** Where a file imports another. */
export interface ImportSite {
  file: SourceFile;
  index: number;
}

/**
 * The shortest way by which `target` is reached from an entry through `importer`, which imports it: first the place in
 * `importer`, then the place where that one is imported, and so on up to a file that is an entry.
 */
export async function traceImports(
  context: PluginContext,
  { rootDir, importer, target }: { rootDir: string; importer: string; target: string },
): Promise<ImportSite[]> {
  const file = readSourceFile(rootDir, importer);
  const site = { file, index: await findImport(context, file, target) };
  return [site, ...(await traceModule(context, { rootDir, path: importer }))];
}

/** The shortest way by which a module is reached: the place where it is imported first; nothing for an entry. */
export async function traceModule(
  context: PluginContext,
  { rootDir, path }: { rootDir: string; path: string },
): Promise<ImportSite[]> {
  const sites: ImportSite[] = [];
  const [, ...importers] = pathToEntry(context, path);
  let imported = path;
  for (const importer of importers) {
    const file = readSourceFile(rootDir, importer);
    sites.push({ file, index: await findImport(context, file, imported) });
    imported = importer;
  }
  return sites;
}

/** The end of a message: ` Imported by workflows/order.ts:1:26 → lib/hash.ts:3:1.`, from the entry on. */
export function chainText(sites: readonly ImportSite[]): string {
  return sites.length === 0 ? '' : ` Imported by ${sites.toReversed().map(siteText).join(' → ')}.`;
}

function siteText({ file, index }: ImportSite): string {
  const { line, column } = file.positions.at(index);
  return `${file.name}:${line}:${column + 1}`;
}

/** Paths of the modules from one to the nearest entry that it is imported by, with both. */
export function pathToEntry(context: PluginContext, start: string): string[] {
  // Breadth first, so the first entry that is met is the nearest.
  const importedBy = new Map<string, string | null>([[start, null]]);
  for (const id of importedBy.keys()) {
    const info = context.getModuleInfo(id);
    const importers = [...(info?.importers ?? []), ...(info?.dynamicImporters ?? [])];
    if (importers.some(isVirtual)) return unwind(importedBy, id);
    for (const importer of importers) if (!importedBy.has(importer)) importedBy.set(importer, id);
  }
  return [start];
}

/** Entries are imported by virtual modules only. */
const isVirtual = (id: string): boolean => id.startsWith('\0');

/** `importedBy` tells for each importer what it imports on the way down; read from an entry it gives the way. */
function unwind(importedBy: ReadonlyMap<string, string | null>, entry: string): string[] {
  const path: string[] = [];
  for (let id: string | null = entry; id !== null; id = importedBy.get(id) ?? null) path.unshift(id);
  return path;
}

/** The index of the first import in a file that leads to a module; 0 when the text does not show it. */
async function findImport(context: PluginContext, file: SourceFile, imported: string): Promise<number> {
  for (const literal of importLiterals(file)) {
    const resolved = await context.resolve(text(literal), file.path);
    if (resolved?.id === imported) return literal.span.start;
  }
  return 0;
}

/** The texts that name modules: in imports, re-exports, and calls of `import` and `require`. */
export function importLiterals(file: SourceFile): Node[] {
  const literals: Node[] = [];
  const visit = (node: Node): void => {
    const specifier = child(node, 'source') ?? calledSpecifier(node);
    if (specifier?.type === 'StringLiteral') literals.push(specifier);
    eachChild(node, visit);
  };
  parseLeniently(file).forEach(visit);
  return literals;
}

function calledSpecifier(node: Node): Node | null {
  if (node.type !== 'CallExpression') return null;
  const callee = child(node, 'callee');
  const loads = callee?.type === 'Import' || (callee?.type === 'Identifier' && text(callee) === 'require');
  return loads ? (children(node, 'arguments')[0] ?? null) : null;
}

/** A file that our parser refuses (old scripts in packages) only loses its positions in the chain. */
function parseLeniently(file: SourceFile): Node[] {
  try {
    return parseModule(file);
  } catch (error) {
    if (error instanceof CompileFailure) return [];
    throw error;
  }
}
