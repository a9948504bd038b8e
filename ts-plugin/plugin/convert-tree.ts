/**
 * Converts a tree of TypeScript into the tree that the compiler reads, so that the editor need not parse a text twice.
 * Types are left out. While the user types, any part of a tree may be missing.
 */
import type ts from 'typescript-6';
import type { Node } from '../../compiler/ast.ts';
import { CLASSES } from '../tree/classes.ts';
import { EXPRESSIONS } from '../tree/expressions.ts';
import { FUNCTIONS } from '../tree/functions.ts';
import { JSX } from '../tree/jsx.ts';
import { LITERALS } from '../tree/literals.ts';
import { MODULES, exportable } from '../tree/modules.ts';
import { NAMESPACES } from '../tree/namespaces.ts';
import { STATEMENTS } from '../tree/statements.ts';
import { type Convert, type ConvertersByKind, TreeConverter, type TypeScript } from '../tree/tree-converter.ts';

/** Statements that can have `export` in front. */
const EXPORTABLE = [
  'VariableStatement',
  'FunctionDeclaration',
  'ClassDeclaration',
  'InterfaceDeclaration',
  'TypeAliasDeclaration',
  'EnumDeclaration',
  'ModuleDeclaration',
];

const CONVERTERS = {
  ...STATEMENTS,
  ...EXPRESSIONS,
  ...LITERALS,
  ...FUNCTIONS,
  ...CLASSES,
  ...MODULES,
  ...NAMESPACES,
  ...JSX,
};

/** The parts that are created once for each TypeScript. */
interface Conversion {
  ts: TypeScript;
  byKind: ConvertersByKind;
}

const conversions = new WeakMap<TypeScript, Conversion>();

/** The statements of a file, as `parseModule` gives them. */
export function convertTree(typescript: TypeScript, file: ts.SourceFile): Node[] {
  let conversion = conversions.get(typescript);
  if (!conversion) {
    // The exports of the module are getters, and some are read for every node: a copy is faster.
    conversion = { ts: { ...typescript }, byKind: createTable(typescript) };
    conversions.set(typescript, conversion);
  }
  return new TreeConverter({ ...conversion, file }).list(file.statements);
}

function createTable({ SyntaxKind }: TypeScript): ConvertersByKind {
  const kinds = SyntaxKind as unknown as Readonly<Record<string, ts.SyntaxKind>>;
  const byKind: Convert[] = [];
  for (const [name, convert] of Object.entries(CONVERTERS))
    byKind[kinds[name]!] = EXPORTABLE.includes(name) ? exportable(convert) : convert;
  return byKind;
}
