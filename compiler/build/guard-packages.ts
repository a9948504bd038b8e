/**
 * Turns static imports of packages into loads that may fail: one package that is broken on a machine then fails the
 * code that uses it, and not the whole bundle.
 */
import type { Plugin } from 'rolldown';
import { type Node, child, children, isFunction, parentOf, text } from '../ast.ts';
import { bindFile } from '../analyze/inspect-module.ts';
import type { Reference, Scope } from '../analyze/scope.ts';
import { createSourceFile } from '../diagnostics.ts';
import { parseModule } from '../parse-module.ts';
import { Edits } from '../views/edits.ts';
import { STEPS_FILE } from './output-files.ts';

/** The function of a bundle that loads its guarded packages; it takes {@link CompiledHost.loadPackage}. */
export const LOAD_PACKAGES = '__loadPackages__';

/**
 * Guards the imports of packages in a bundle of one chunk.
 * @param guarded Specifiers as the bundle writes them; complete when the chunk is rendered.
 */
export function guardPackages(guarded: ReadonlySet<string>): Plugin {
  return { name: 'workflow:guard-packages', renderChunk: (code) => guardImports(code, guarded) };
}

function guardImports(code: string, guarded: ReadonlySet<string>): ReturnType<Edits['apply']> {
  const file = createSourceFile({ path: STEPS_FILE, name: STEPS_FILE, code });
  const items = parseModule(file);
  const { root } = bindFile(file, items).bindings;
  const edits = new Edits();
  const loads: string[] = [];
  const early = new Set<Node>();
  for (const [specifier, nodes] of Map.groupBy(items.filter(isPlainImport), specifierOf)) {
    if (!guarded.has(specifier)) continue;
    const variable = `__package${loads.length}__`;
    const uses = nodes.flatMap((node) => usesOf(root, node));
    for (const node of nodes) edits.remove(node.span);
    for (const { reference, name } of uses) {
      edits.replace(reference.node.span, inPlace(reference, name === null ? variable : variable + toProperty(name)));
      for (const statement of statementAtLoad(reference.node)) early.add(statement);
    }
    edits.append([`let ${variable};\n`]);
    const names = new Set(uses.flatMap(({ name }) => name ?? []));
    loads.push(`${variable} = await ${loadOf(specifier, [...names])};`);
  }
  const delayed = [...early].map((statement, index) => delay(edits, statement, index));
  edits.append([`async function ${LOAD_PACKAGES}(load) {\n${[...loads, ...delayed].join('\n')}\n}\n`]);
  return edits.apply(code, STEPS_FILE);
}

/** Imports with attributes (`with { type: 'json' }`) hold data, which every machine can read. */
const isPlainImport = (node: Node): boolean => node.type === 'ImportDeclaration' && !child(node, 'with');

const specifierOf = (node: Node): string => text(child(node, 'source')!);

/** A literal in `import()`, so that bundlers and tracers see what is loaded. */
function loadOf(specifier: string, names: readonly string[]): string {
  const name = JSON.stringify(specifier);
  return `load(${name}, ${JSON.stringify(names)}, () => import(${name}))`;
}

/** A use of an imported name. */
interface Use {
  reference: Reference;
  /** The name that the package exports; `null`: the whole module. */
  name: string | null;
}

const usesOf = (root: Scope, node: Node): Use[] =>
  children(node, 'specifiers').flatMap((specifier) => {
    const { references } = root.bindings.get(text(child(specifier, 'local')!))!;
    return references.map((reference) => ({ reference, name: importedName(specifier) }));
  });

/**
 * The statement with which the bundler hands on `export * from 'package'`, if the use is in it: all other code waits
 * until its file is loaded.
 */
function statementAtLoad(node: Node): Node[] {
  for (let at = node; ; at = parentOf(at)!) {
    if (isFunction(at)) return [];
    if (parentOf(at)?.type === 'Module') return [at];
  }
}

/** Moves a statement into a function; returns its call. */
function delay(edits: Edits, { span }: Node, index: number): string {
  edits.moveToEnd(span, [`function __delayed${index}__() {\n`], '\n}\n');
  return `__delayed${index}__();`;
}

function importedName(specifier: Node): string | null {
  if (specifier.type === 'ImportNamespaceSpecifier') return null;
  if (specifier.type === 'ImportDefaultSpecifier') return 'default';
  return text(child(specifier, 'imported') ?? child(specifier, 'local')!);
}

const toProperty = (name: string): string => (/^[\w$]+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`);

/** Each use becomes a property of the module, so bindings stay live. */
function inPlace({ node, name }: Reference, value: string): string {
  const parent = parentOf(node);
  if (parent?.type === 'ObjectExpression') return `${name}: ${value}`;
  const isCalled = parent?.['callee'] === node || parent?.['tag'] === node;
  // A function that is imported gets no `this`.
  return isCalled && parent.type !== 'NewExpression' ? `(0, ${value})` : value;
}
