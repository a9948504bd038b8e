/** Whoever uses a thing from another file can read what it does, without reading how. */
import { expect, test } from 'vitest';
import ts from 'typescript-6';
import { listModules, PACKAGE_FOLDERS } from './source-files.ts';

const modules = listModules();

test.each(PACKAGE_FOLDERS)('everything that %s exports from a file has a docstring', (folder) => {
  const own = modules.filter(({ file }) => file.startsWith(`${folder}/`));
  expect(own.flatMap(({ file, text }) => undocumented(file, text))).toEqual([]);
});

/** The exported declarations without a docstring, as `file:line name`. */
function undocumented(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  return source.statements
    .filter((statement, index, all) => !isOverload(statement, all[index - 1]))
    .filter((statement) => isExported(statement) && !hasDocstring(statement, text))
    .map((statement) => {
      const { line } = source.getLineAndCharacterOfPosition(statement.getStart());
      return `${file}:${line + 1} ${nameOf(statement)}`;
    });
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  return modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
}

function hasDocstring(statement: ts.Statement, text: string): boolean {
  const comments = ts.getLeadingCommentRanges(text, statement.getFullStart()) ?? [];
  return comments.some(({ pos, end }) => {
    // A comment with an empty line below is that of the file.
    return text.startsWith('/**', pos) && !/^\s*\n\s*\n/.test(text.slice(end));
  });
}

/** Whether a function only goes on with the signatures of the one before. */
function isOverload(statement: ts.Statement, previous: ts.Statement | undefined): boolean {
  return previous !== undefined && ts.isFunctionDeclaration(statement) && nameOf(statement) === nameOf(previous);
}

function nameOf(statement: ts.Statement): string {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText()).join(', ');
  }
  return (statement as ts.DeclarationStatement).name?.getText() ?? 'default';
}
