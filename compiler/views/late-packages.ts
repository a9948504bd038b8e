/**
 * Packages with a binary in the application's view. An application imports workflows to start them, and must be able to
 * do so where the binary is missing: what only steps use, a package or a file of the project that leads to one, is
 * loaded when a step is called.
 */
import { dirname, posix, relative, sep } from 'node:path';
import { type Node, child, children, contains, statements } from '../ast.ts';
import type { SourceFile } from '../diagnostics.ts';
import { machineBoundFile } from '../machine-bound-imports.ts';
import { isMachineBoundFrom } from '../machine-bound.ts';
import { isPlainImport, type PackageUse, specifierOf, useOf, usesOf } from './package-uses.ts';
import { COMPILED_MODULE, type ViewBuilder } from './view-builder.ts';

/** Moves such imports into the steps. Called when all other edits are made. */
export function importInSteps(builder: ViewBuilder): void {
  const { file, items, functions, bindings } = builder.analysis;
  const steps = functions.filter(({ kind, node }) => kind === 'step' && node['async'] === true);
  const bodies = steps.flatMap(({ node }) => child(node, 'body') ?? []);
  if (bodies.length === 0) return;
  for (const item of items.filter(isPlainImport)) {
    // Without names it is there for its effects.
    if (children(item, 'specifiers').length === 0) continue;
    // The bodies of workflows are gone.
    const uses = usesOf(bindings.root, item).filter(({ reference }) => !builder.edits.isGone(reference.node.span));
    const places = uses.map((use) => bodyOf(use, bodies));
    if (!places.every((place) => place !== null)) continue;
    const specifier = specifierOf(item);
    const loaded = latePackage(file, specifier) ?? (uses.length > 0 ? lateFile(file, specifier) : null);
    if (loaded) moveImport(builder, { item, loaded, uses, bodies: new Set(places) });
  }
}

/** A module by the name that messages give it, and the function that loads it. */
interface LateModule {
  name: string;
  loader: 'loadPackage' | 'loadFile';
}

const latePackage = ({ path }: SourceFile, specifier: string): LateModule | null =>
  isMachineBoundFrom(dirname(path), specifier) ? { name: specifier, loader: 'loadPackage' } : null;

function lateFile({ path, name }: SourceFile, specifier: string): LateModule | null {
  const found = machineBoundFile(path, specifier);
  if (found === null) return null;
  const fromFile = relative(dirname(path), found).split(sep).join('/');
  return { name: posix.join(posix.dirname(name), fromFile), loader: 'loadFile' };
}

/** The body of the outermost step around a use; `null`: the use stands elsewhere, or cannot be changed there. */
function bodyOf({ reference: { node, writes } }: PackageUse, bodies: readonly Node[]): Node | null {
  // The name of a JSX element stands twice.
  if (writes || node.type !== 'Identifier') return null;
  return bodies.find((body) => contains(body.span, node.span)) ?? null;
}

interface MovedImport {
  item: Node;
  loaded: LateModule;
  uses: readonly PackageUse[];
  bodies: ReadonlySet<Node>;
}

function moveImport(builder: ViewBuilder, { item, loaded, uses, bodies }: MovedImport): void {
  const { names, edits } = builder;
  const variable = names.pick('loaded');
  const specifier = JSON.stringify(specifierOf(item));
  const used = JSON.stringify([...new Set(uses.flatMap(({ name }) => name ?? []))]);
  const loader = builder.import(COMPILED_MODULE, loaded.loader);
  const name = JSON.stringify(loaded.name);
  // A server is often deployed as one file, so webpack makes none of its own; a package outside it would load at once.
  const hint = loaded.loader === 'loadFile' ? '/* webpackMode: "eager" */ ' : '';
  const load = `const ${variable} = await ${loader}(${name}, ${used}, () => import(${hint}${specifier})); `;
  edits.remove(item.span);
  for (const body of bodies) edits.insertFirst(statements(body)[0]!.span.start, load);
  for (const use of uses) edits.replace(use.reference.node.span, useOf(use, variable));
}
