/** The base of all three views: the text under edit, imports, and code that runs before the rest. */
import type { SourceMap } from 'magic-string';
import { type Node, child, children, isBlock, parentOf, statements, text } from '../ast.ts';
import type { DirectiveFunction, ModuleAnalysis } from '../analyze/module-analysis.ts';
import { readStringStatement } from '../directives.ts';
import type { Registry } from '../../runtime/contract/compiled.ts';
import { Edits } from './edits.ts';
import { afterFunctionKeyword } from './function-text.ts';

/** Where views get what the runtime gives them. */
export const COMPILED_MODULE = 'workflow/internal/compiled';

/** The modules of a layer, of which a bundler evaluates one in each: see `Layer` in `runtime/contract/layers.ts`. */
export interface LayerModules {
  /** Specifier of the module that exports the `layer`. */
  layer: string;
  /** Specifier of the module that exports the `Registry` of the layer. */
  registry: string;
}

const MODULE_ITEM = /^(?:Import|Export)/;

/** The text of a view, with a source map that is exact to the column. */
export interface ViewResult {
  code: string;
  map: SourceMap;
}

/** Collects the edits of one view of a module, and the imports that generated code needs. */
export class ViewBuilder {
  readonly analysis: ModuleAnalysis;
  readonly edits = new Edits();
  readonly names: LocalNames;
  /** Local names of imports, by module and exported name. */
  readonly #imports = new Map<string, Map<string, string>>();
  readonly #declaredNames = new Map<DirectiveFunction, string>();
  readonly #layerModules: LayerModules | undefined;
  #opening = '';
  #argsName: string | null = null;

  /** @param layerModules Default: the application has no layers. */
  constructor(analysis: ModuleAnalysis, layerModules?: LayerModules) {
    this.analysis = analysis;
    this.#layerModules = layerModules;
    this.names = new LocalNames(analysis.file.code);
  }

  /** The source text of a node. */
  source(node: Node): string {
    return this.analysis.file.code.slice(node.span.start, node.span.end);
  }

  /** The local name of something that the view imports. */
  import(module: string, name: string): string {
    const names = this.#imports.get(module) ?? new Map<string, string>();
    this.#imports.set(module, names);
    const local = names.get(name) ?? this.names.pick(name);
    names.set(name, local);
    return local;
  }

  /** The local name of a function that registers what the module holds. */
  importRegistering(name: keyof Registry): string {
    return this.import(this.#layerModules?.registry ?? COMPILED_MODULE, name);
  }

  /** An expression for the layer; `null`: there is none. */
  importLayer(): string | null {
    if (!this.#layerModules) return null;
    const { layer } = this.#layerModules;
    const isModule = this.analysis.items.some(({ type }) => MODULE_ITEM.test(type));
    return isModule ? this.import(layer, 'layer') : `require('${layer}').layer`;
  }

  /** The name of all arguments in generated functions that also read names of the user's. */
  get argsName(): string {
    this.#argsName ??= this.names.pick('args');
    return this.#argsName;
  }

  /** Adds statements that run before all others of the module. */
  open(code: string): void {
    this.#opening += `${code} `;
  }

  /** Adds statements that run before all others of the block in which a declaration stands, as it does itself. */
  openBlockOf(fn: DirectiveFunction, code: string): void {
    const block = this.#blockOf(fn.node);
    if (block) this.edits.insert(firstStatement(block).span.start, `${code} `);
    else this.open(code);
  }

  /** The name of a declaration; an anonymous default export gets one. */
  declaredName(fn: DirectiveFunction): string {
    const own = child(fn.node, 'identifier');
    if (own) return text(own);
    const name = this.#declaredNames.get(fn) ?? this.names.pick('defaultExport');
    this.#declaredNames.set(fn, name);
    return name;
  }

  /** Gives an anonymous default export the name by which generated code calls it. */
  nameDeclaration(fn: DirectiveFunction): void {
    if (child(fn.node, 'identifier')) return;
    this.edits.insert(afterFunctionKeyword(fn.node, this.analysis.file.code), ` ${this.declaredName(fn)}`);
  }

  finish(): ViewResult {
    const { file, items } = this.analysis;
    const first = items.find((item) => !readStringStatement(item));
    const imports = [...this.#imports].map(([module, names]) => `${importText(module, names)} `).join('');
    this.edits.insertFirst(first?.span.start ?? file.code.length, imports + this.#opening);
    return this.edits.apply(file.code, file.path);
  }

  /** The block around a declaration, or `null` for the module. */
  #blockOf(node: Node): Node | null {
    const parent = parentOf(node)!;
    return isBlock(parent) || parent.type === 'SwitchCase' ? parent : null;
  }
}

function firstStatement(block: Node): Node {
  const inside = block.type === 'SwitchCase' ? children(block, 'consequent') : statements(block);
  return inside.find((statement) => !readStringStatement(statement))!;
}

function importText(module: string, names: ReadonlyMap<string, string>): string {
  const specifiers = [...names].map(([name, local]) => (name === local ? name : `${name} as ${local}`));
  return `import { ${specifiers.join(', ')} } from '${module}';`;
}

/** Names for generated code that nothing in the file has. */
class LocalNames {
  readonly #code: string;
  readonly #taken = new Set<string>();

  constructor(code: string) {
    this.#code = code;
  }

  /** The wanted name, with a number when the file holds it already. */
  pick(wanted: string): string {
    let name = wanted;
    for (let count = 1; this.#taken.has(name) || this.#code.includes(name); count++) name = `${wanted}$${count}`;
    this.#taken.add(name);
    return name;
  }
}
