/**
 * Edits a configuration file as a person would: it adds to the lists and imports of the file, and leaves every other
 * character as it is.
 */
import { MagicString } from 'magic-string';
import { child, children, isTransparent, text, type Node } from '../../compiler/ast.ts';
import { createSourceFile } from '../../compiler/diagnostics.ts';
import { parseModule } from '../../compiler/parse-module.ts';

/** One file, as its author has written it. */
export class ConfigFile {
  readonly #code: string;
  readonly #body: readonly Node[];
  readonly #edits: MagicString;
  /** How much longer the text is that was parsed than the file. */
  readonly #ahead: number;

  private constructor(path: string, code: string, wrapped = code) {
    this.#code = wrapped;
    this.#ahead = wrapped.indexOf(code);
    this.#body = parseModule(createSourceFile({ path, name: path, code: wrapped }));
    this.#edits = new MagicString(wrapped);
  }

  /** @throws CompileFailure when it is no JavaScript or TypeScript. */
  static ofCode(path: string, code: string): ConfigFile {
    return new ConfigFile(path, code);
  }

  /** JSON, also with comments and trailing commas. @throws CompileFailure. */
  static ofJson(code: string): ConfigFile {
    return new ConfigFile('config.js', code, `(${code}\n)`);
  }

  /** The file with all that was added. */
  get text(): string {
    // Every line ends as those of the file do.
    const all = this.#edits.toString().replaceAll(/\r?\n/g, this.#code.includes('\r\n') ? '\r\n' : '\n');
    return this.#ahead === 0 ? all : all.slice(1).replace(/\r?\n\)$/, '');
  }

  /** Whether modules are loaded with `require`. */
  get isCommonJs(): boolean {
    return this.#assignedExport() !== null;
  }

  /** The object that the file exports, also through a call, a function or a constant; `null`: another form. */
  exportedObject(): Node | null {
    const only = this.#body[0];
    if (this.#ahead > 0) return only?.type === 'ExpressionStatement' ? this.#objectOf(child(only, 'expression')) : null;
    return this.#objectOf(this.#exported());
  }

  /** The argument of a decorator such as `@Module({ … })` of any class of the file. */
  decoratorObject(name: string): Node | null {
    for (const item of this.#body) {
      const declaration = child(item, 'declaration') ?? child(item, 'decl') ?? item;
      for (const decorator of children(declaration, 'decorators')) {
        const call = child(decorator, 'expression');
        const callee = call && child(call, 'callee');
        if (callee && text(callee) === name) return this.#objectOf(children(call, 'arguments')[0] ?? null);
      }
    }
    return null;
  }

  /** The value of a property of an object, if it is an object; `null` otherwise. */
  objectAt(object: Node, key: string): Node | null {
    const value = valueAt(object, key);
    return value && this.#objectOf(value);
  }

  /** Whether an object has a property. */
  has(object: Node, key: string): boolean {
    return children(object, 'properties').some((property) => nameOf(property) === key);
  }

  /**
   * Adds an element to a list in an object, and the list if it is missing.
   * @param key As it is to be written.
   * @returns `false`: it has another form than `[…]`, and nothing has changed.
   */
  addToList(object: Node, key: string, element: string, place: 'first' | 'last'): boolean {
    const name = key.replaceAll('"', '');
    const list = this.#listOf(valueAt(object, name));
    if (!list) {
      if (this.has(object, name)) return false;
      this.addProperty(object, key, `[${element}]`);
      return true;
    }
    const elements = children(list, 'elements');
    const neighbour = place === 'first' ? elements[0] : elements.at(-1);
    if (!neighbour) this.#edits.overwrite(list.span.start, list.span.end, `[${element}]`);
    else if (place === 'first')
      this.#edits.appendLeft(neighbour.span.start, `${element},${this.#gapBefore(neighbour)}`);
    else this.#edits.appendLeft(neighbour.span.end, `,${this.#gapBefore(neighbour)}${element}`);
    return true;
  }

  /** Adds a property at the end of an object. */
  addProperty(object: Node, key: string, value: string): void {
    const last = children(object, 'properties').at(-1);
    if (last) {
      this.#edits.appendLeft(last.span.end, `,${this.#gapBefore(last)}${key}: ${value}`);
      return;
    }
    const outer = this.#indentAt(object.span.start);
    const inner = `${outer}${this.#code.includes('\n\t') ? '\t' : '  '}`;
    this.#edits.overwrite(object.span.start, object.span.end, `{\n${inner}${key}: ${value}\n${outer}}`);
  }

  /** Sets a property of an object, whatever it was. */
  setProperty(object: Node, key: string, value: string): void {
    const before = valueAt(object, key.replaceAll('"', ''));
    if (before) this.#edits.overwrite(before.span.start, before.span.end, value);
    else this.addProperty(object, key, value);
  }

  /** Puts a call around what the file exports. @returns `false`: it exports nothing that can be an argument. */
  wrapExport(name: string): boolean {
    const exported = this.#exported();
    if (!exported) return false;
    this.#edits.appendRight(exported.span.start, `${name}(`).appendLeft(exported.span.end, ')');
    return true;
  }

  /**
   * Imports a name, in the style of the file.
   * @param name `workflow` for a default export, `{ workflow }` for another.
   */
  addImport(name: string, from: string): void {
    const imports = this.#body.filter(({ type }) => type === 'ImportDeclaration');
    const [quote, end] = [this.#quote(imports), this.#ending(imports)];
    const last = imports.at(-1);
    if (this.isCommonJs) this.#edits.prepend(`const ${name} = require(${quote}${from}${quote})${end}\n`);
    else if (last) this.#edits.appendLeft(last.span.end, `\nimport ${name} from ${quote}${from}${quote}${end}`);
    else this.#edits.prepend(`import ${name} from ${quote}${from}${quote}${end}\n\n`);
  }

  /** The mark around texts that the file uses. */
  get quote(): string {
    return this.#quote(this.#body.filter(({ type }) => type === 'ImportDeclaration'));
  }

  #quote(imports: readonly Node[]): string {
    const sources = imports.map((each) => this.#code[child(each, 'source')!.span.start]);
    if (sources.length > 0) return sources.includes("'") ? "'" : '"';
    return this.#code.split('"').length > this.#code.split("'").length ? '"' : "'";
  }

  #ending(imports: readonly Node[]): string {
    const hasEnds =
      imports.length > 0 ? imports.some((each) => this.#textOf(each).endsWith(';')) : this.#code.includes(';');
    return hasEnds ? ';' : '';
  }

  #exported(): Node | null {
    const item = this.#body.find(({ type }) => type === 'ExportDefaultExpression');
    return item ? child(item, 'expression') : this.#assignedExport();
  }

  /** `module.exports = …` */
  #assignedExport(): Node | null {
    for (const item of this.#body) {
      const assignment = item.type === 'ExpressionStatement' ? child(item, 'expression') : null;
      const target = assignment?.type === 'AssignmentExpression' ? child(assignment, 'left') : null;
      if (target && this.#textOf(target) === 'module.exports') return child(assignment!, 'right');
    }
    return null;
  }

  #objectOf(node: Node | null): Node | null {
    if (!node || node.type === 'ObjectExpression') return node;
    if (isTransparent(node)) return this.#objectOf(child(node, 'expression'));
    if (node.type === 'CallExpression') return this.#objectOf(children(node, 'arguments')[0] ?? null);
    if (node.type === 'Identifier') return this.#objectOf(this.#constant(text(node)));
    const body = child(node, 'body');
    if (!body) return null;
    const statements = children(body, 'stmts');
    if (statements.length === 0) return this.#objectOf(body);
    const returned = statements.findLast(({ type }) => type === 'ReturnStatement');
    return returned ? this.#objectOf(child(returned, 'argument')) : null;
  }

  #listOf(node: Node | null): Node | null {
    if (!node || node.type === 'ArrayExpression') return node;
    if (isTransparent(node)) return this.#listOf(child(node, 'expression'));
    return node.type === 'Identifier' ? this.#listOf(this.#constant(text(node))) : null;
  }

  /** The value of a constant at the top of the file. */
  #constant(name: string): Node | null {
    for (const item of this.#body) {
      const declaration = child(item, 'declaration') ?? item;
      for (const each of children(declaration, 'declarations')) {
        const id = child(each, 'id');
        if (id && text(id) === name) return child(each, 'init');
      }
    }
    return null;
  }

  /** The text between a list's members: a space, or a new line with its indentation. */
  #gapBefore(node: Node): string {
    const line = this.#lineBefore(node.span.start);
    return line.trim() === '' && node.span.start > line.length ? `\n${line}` : ' ';
  }

  #indentAt(index: number): string {
    return /^\s*/.exec(this.#lineBefore(index))![0];
  }

  /** The line up to an index. */
  #lineBefore(index: number): string {
    return this.#code.slice(this.#code.lastIndexOf('\n', index - 1) + 1, index);
  }

  #textOf({ span }: Node): string {
    return this.#code.slice(span.start, span.end);
  }
}

function nameOf(property: Node): string {
  const key = child(property, 'key');
  return key ? text(key) : text(property);
}

/** The value of a property of an object; `null`: it has none. */
export function valueAt(object: Node, key: string): Node | null {
  const property = children(object, 'properties').find((each) => nameOf(each) === key);
  if (!property) return null;
  return property.type === 'Identifier' ? property : child(property, 'value');
}
