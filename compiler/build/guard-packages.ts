/**
 * Turns static imports of packages into loads that may fail: one package that is broken on a machine then fails the
 * code that uses it, and not the whole bundle.
 */
import { MagicString, type SourceMap } from 'magic-string';
import type { Plugin } from 'rolldown';
import { type Node, isFunction, parentOf } from '../ast.ts';
import { bindFile } from '../analyze/inspect-module.ts';
import { createSourceFile } from '../diagnostics.ts';
import { parseModule } from '../parse-module.ts';
import { isPlainImport, specifierOf, useOf, usesOf } from '../views/package-uses.ts';
import { STEPS_FILE } from './output-files.ts';

/** The function of a bundle that loads its guarded packages; it takes {@link CompiledHost.loadPackage}. */
export const LOAD_PACKAGES = '__loadPackages__';

/**
 * Guards the imports of packages in a bundle of one chunk.
 * @param guarded Specifiers as the bundle writes them; complete when the chunk is rendered.
 */
export function guardPackages(guarded: ReadonlySet<string>): Plugin {
  return {
    name: 'workflow:guard-packages',
    renderChunk(code, { imports }) {
      const kept = new Set(imports.filter((name) => guarded.has(name)));
      // To parse the bundle takes as long as all the rest of a build after an edit.
      return kept.size === 0 ? { code: code + loader([]), map: null } : guardImports(code, kept);
    },
  };
}

function guardImports(code: string, guarded: ReadonlySet<string>): { code: string; map: SourceMap } {
  const file = createSourceFile({ path: STEPS_FILE, name: STEPS_FILE, code });
  const items = parseModule(file);
  const { root } = bindFile(file, items).bindings;
  const edited = new MagicString(code);
  const loads: string[] = [];
  const early = new Set<Node>();
  for (const [specifier, nodes] of Map.groupBy(items.filter(isPlainImport), specifierOf)) {
    if (!guarded.has(specifier)) continue;
    const variable = `__package${loads.length}__`;
    const uses = nodes.flatMap((node) => usesOf(root, node));
    for (const { span } of nodes) edited.remove(span.start, span.end);
    for (const use of uses) {
      const { node } = use.reference;
      edited.update(node.span.start, node.span.end, useOf(use, variable));
      for (const statement of statementAtLoad(node)) early.add(statement);
    }
    edited.append(`let ${variable};\n`);
    const names = new Set(uses.flatMap(({ name }) => name ?? []));
    loads.push(`${variable} = await ${loadOf(specifier, [...names])};`);
  }
  const delayed = [...early].map((statement, index) => delay(edited, statement, index));
  edited.append(loader([...loads, ...delayed]));
  return { code: edited.toString(), map: edited.generateMap({ hires: 'boundary' }) };
}

const loader = (statements: readonly string[]): string =>
  `async function ${LOAD_PACKAGES}(load) {\n${statements.join('\n')}\n}\n`;

/** A literal in `import()`, so that bundlers and tracers see what is loaded. */
function loadOf(specifier: string, names: readonly string[]): string {
  const name = JSON.stringify(specifier);
  return `load(${name}, ${JSON.stringify(names)}, () => import(${name}))`;
}

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

/** Makes a function of a statement; returns its call. */
function delay(edited: MagicString, { span }: Node, index: number): string {
  edited.appendRight(span.start, `function __delayed${index}__() { `).appendLeft(span.end, ' }');
  return `__delayed${index}__();`;
}
