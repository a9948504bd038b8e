/** Makes a name of a package usable at a place in a file, by an existing import or a new one. */
import { type Node, child, children, text } from '../../../compiler/ast.ts';
import { type Scope, resolveName } from '../../../compiler/analyze/scope.ts';
import { readPrologue } from '../../../compiler/directives.ts';
import { insertText, newlineOf, textOf } from './text-edits.ts';
import type { TextEdit } from '../findings/finding.ts';
import { importsOf } from '../code/module-items.ts';
import type { ProjectFile } from '../project/project.ts';

/** A name that can be used at a place. */
export interface UsableName {
  /** The text to write: `start`, `api.start`, or another name when that one is taken. */
  text: string;
  /** The edits that import it; none when it is imported already. */
  edits: TextEdit[];
}

interface Wanted {
  module: string;
  name: string;
  /** The scope that will use it. */
  scope: Scope;
}

/** The name to write at a place, and the import that it needs. */
export function importName(file: ProjectFile, wanted: Wanted): UsableName {
  const statements = importsOf(file, wanted.module);
  for (const statement of statements) {
    const known = importedAs(file, statement, wanted);
    if (known) return { text: known, edits: [] };
  }
  const local = freeName(file, wanted);
  const specifier = local === wanted.name ? local : `${wanted.name} as ${local}`;
  const edit = addSpecifier(file, statements, specifier) ?? addImport(file, wanted.module, { specifier });
  return { text: local, edits: [edit] };
}

/** The name by which a statement imports it, unless something else has that name in the scope. */
function importedAs({ bindings }: ProjectFile, statement: Node, { name, scope }: Wanted): string | null {
  for (const specifier of children(statement, 'specifiers')) {
    const local = text(child(specifier, 'local')!);
    const binding = bindings.root.bindings.get(local);
    if (!binding?.declarations.includes(specifier) || resolveName(local, scope) !== binding) continue;
    if (specifier.type === 'ImportNamespaceSpecifier') return `${local}.${name}`;
    if (
      specifier.type === 'ImportSpecifier' &&
      text(child(specifier, 'imported') ?? child(specifier, 'local')!) === name
    )
      return local;
  }
  return null;
}

function freeName({ bindings }: ProjectFile, { name, scope }: Wanted): string {
  const isTaken = (candidate: string): boolean =>
    bindings.root.bindings.has(candidate) || resolveName(candidate, scope) !== null;
  const other = `durable${name[0]!.toUpperCase()}${name.slice(1)}`;
  const candidates = [name, other, ...Array.from({ length: 9 }, (_, index) => `${other}${index + 2}`)];
  return candidates.find((candidate) => !isTaken(candidate)) ?? other;
}

/** Adds to the braces of an existing import. */
function addSpecifier(file: ProjectFile, statements: readonly Node[], specifier: string): TextEdit | null {
  const last = statements
    .flatMap((statement) => children(statement, 'specifiers'))
    .findLast(({ type }) => type === 'ImportSpecifier');
  return last ? insertText(file, last.span.end, `, ${specifier}`) : null;
}

/** A new import statement below the others. @param imported `isType`: it is erased; default: it is not. */
export function addImport(
  file: ProjectFile,
  module: string,
  { specifier, isType = false }: { specifier: string; isType?: boolean },
): TextEdit {
  const newline = newlineOf(file);
  const last = file.items.findLast(({ type }) => type === 'ImportDeclaration');
  const { quote, end } = styleOf(file, last);
  const statement = `import ${isType ? 'type ' : ''}{ ${specifier} } from ${quote}${module}${quote}${end}`;
  const before = last ?? readPrologue(file.items).at(-1)?.node;
  if (before) return insertText(file, endOfLine(file, before.span.end), newline + statement);
  return insertText(file, topOf(file), statement + newline);
}

/** The quotes and the end of statements, taken from the last import or from the first string of the file. */
function styleOf(file: ProjectFile, last: Node | undefined): { quote: string; end: string } {
  const sample = last ? textOf(file, last.span) : file.source.code;
  const quote = /['"]/.exec(sample)?.[0] ?? "'";
  return { quote, end: last && !sample.trimEnd().endsWith(';') ? '' : ';' };
}

/** The end of the line if only a comment follows, otherwise the index itself. */
function endOfLine({ source }: ProjectFile, index: number): number {
  return index + (/^[^\S\r\n]*(?:\/\/[^\r\n]*)?(?=\r?\n|$)/.exec(source.code.slice(index))?.[0].length ?? 0);
}

/** The index below everything that must stay first: byte order mark, interpreter line, and separate comments. */
function topOf({ source: { code } }: ProjectFile): number {
  const header = /^\uFEFF?(?:#![^\n]*\n)?/.exec(code)![0].length;
  const comments = /^(?:[^\S\n]*(?:\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/[^\S\n]*)\r?\n)+(?:[^\S\n]*\r?\n)+/.exec(
    code.slice(header),
  );
  return header + (comments?.[0].length ?? 0);
}
