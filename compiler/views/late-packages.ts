/**
 * Packages with a binary in the application's view. An application imports workflows to start them, and must be able to
 * do so where the binary is missing: packages that only steps use are loaded when a step is called.
 */
import { dirname } from 'node:path';
import { type Node, child, children, contains, statements } from '../ast.ts';
import { isMachineBoundFrom } from '../machine-bound.ts';
import { isPlainImport, type PackageUse, specifierOf, useOf, usesOf } from './package-uses.ts';
import { COMPILED_MODULE, type ViewBuilder } from './view-builder.ts';

/** Moves the imports of such packages into the steps. Called when all other edits are made. */
export function importInSteps(builder: ViewBuilder): void {
  const { file, items, functions, bindings } = builder.analysis;
  const steps = functions.filter(({ kind, node }) => kind === 'step' && node['async'] === true);
  const bodies = steps.flatMap(({ node }) => child(node, 'body') ?? []);
  if (bodies.length === 0) return;
  for (const item of items.filter(isPlainImport)) {
    // Without names it is there for its effects.
    if (children(item, 'specifiers').length === 0) continue;
    if (!isMachineBoundFrom(dirname(file.path), specifierOf(item))) continue;
    // The bodies of workflows are gone.
    const uses = usesOf(bindings.root, item).filter(({ reference }) => !builder.edits.isGone(reference.node.span));
    const places = uses.map((use) => bodyOf(use, bodies));
    if (places.every((place) => place !== null)) moveImport(builder, { item, uses, bodies: new Set(places) });
  }
}

/** The body of the outermost step around a use; `null`: the use stands elsewhere, or cannot be changed there. */
function bodyOf({ reference: { node, writes } }: PackageUse, bodies: readonly Node[]): Node | null {
  // The name of a JSX element stands twice.
  if (writes || node.type !== 'Identifier') return null;
  return bodies.find((body) => contains(body.span, node.span)) ?? null;
}

interface MovedImport {
  item: Node;
  uses: readonly PackageUse[];
  bodies: ReadonlySet<Node>;
}

function moveImport(builder: ViewBuilder, { item, uses, bodies }: MovedImport): void {
  const { names, edits } = builder;
  const variable = names.pick('loadedPackage');
  const specifier = JSON.stringify(specifierOf(item));
  const used = JSON.stringify([...new Set(uses.flatMap(({ name }) => name ?? []))]);
  const loadPackage = builder.import(COMPILED_MODULE, 'loadPackage');
  const load = `const ${variable} = await ${loadPackage}(${specifier}, ${used}, () => import(${specifier})); `;
  edits.remove(item.span);
  for (const body of bodies) edits.insertFirst(statements(body)[0]!.span.start, load);
  for (const use of uses) edits.replace(use.reference.node.span, useOf(use, variable));
}
