/** The checker of TypeScript 5 and 6, which runs in this process, as the views of types use it. */
import type ts from 'typescript-6';
import { normalize } from 'node:path';
import type { TextShift } from './text-shift.ts';
import type { CheckerAdapter, RawDeclaration, SymbolFlagName, TypeFlagName } from './checker-adapter.ts';

/** The loaded module. Each version has its own numbers for flags and kinds. */
export type TypeScriptModule = typeof ts;

/** A checker, with the parts that are needed to read its answers. */
export interface CompilerState {
  module: TypeScriptModule;
  checker: ts.TypeChecker;
  shift: TextShift;
}

/** An adapter for the checker of one program. */
export function createCompilerAdapter(state: CompilerState): CheckerAdapter<ts.Type, ts.Symbol> {
  const { module, checker } = state;
  const symbolFlags = module.SymbolFlags as unknown as Record<SymbolFlagName, number>;
  const typeFlags = module.TypeFlags as unknown as Record<TypeFlagName, number>;
  const { Call, Construct } = module.SignatureKind;
  const { ClassOrInterface, Reference } = module.ObjectFlags;
  const hasObjectFlag = (type: ts.Type, flag: ts.ObjectFlags): boolean =>
    (type.flags & module.TypeFlags.Object) !== 0 && ((type as ts.ObjectType).objectFlags & flag) !== 0;
  const isReference = (type: ts.Type): type is ts.TypeReference => hasObjectFlag(type, Reference);

  return {
    idOf: (type) => (type as ts.Type & { id: number }).id,
    textOf: (type) => checker.typeToString(type),
    isOneOf: (type, flag) => (type.flags & typeFlags[flag]) !== 0,
    symbolOf: (type) => type.getSymbol(),
    valueOf: (type) => (type.isStringLiteral() || type.isNumberLiteral() ? type.value : undefined),
    membersOf: (type) => (type.isUnionOrIntersection() ? type.types : []),
    isArray: (type) => checker.isArrayType(type),
    isTuple: (type) => checker.isTupleType(type),
    typeArgumentsOf: (type) => (isReference(type) ? checker.getTypeArguments(type) : []),
    basesOf(type) {
      const target = isReference(type) ? type.target : type;
      return target.isClassOrInterface() ? checker.getBaseTypes(target) : [];
    },
    propertiesOf: (type) => checker.getPropertiesOfType(type),
    hasProperty: (type, name) => checker.getPropertyOfType(type, name) !== undefined,
    staticsOf: (symbol) => checker.getPropertiesOfType(checker.getTypeOfSymbol(symbol)),
    typesOf: (symbols) => symbols.map((symbol) => checker.getTypeOfSymbol(symbol)),
    indexTypesOf: (type) => checker.getIndexInfosOfType(type).map((info) => info.type),
    isCallable: (type) =>
      checker.getSignaturesOfType(type, Call).length > 0 || checker.getSignaturesOfType(type, Construct).length > 0,
    resultOf: (type) => checker.getSignaturesOfType(type, Call)[0]?.getReturnType(),
    isDeclaredType: (type) => hasObjectFlag(type, ClassOrInterface | Reference),
    escapedNameOf: (symbol) => String(symbol.escapedName),
    is: (symbol, flag) => (symbol.flags & symbolFlags[flag]) !== 0,
    declarationOf: (symbol) => describeDeclaration(state, symbol),
  };
}

/** The declaration of a symbol; `null` when it has none, such as some members of mapped types. */
export function describeDeclaration({ module, shift }: CompilerState, symbol: ts.Symbol): RawDeclaration | null {
  const declaration = symbol.valueDeclaration ?? symbol.declarations?.[0];
  if (!declaration) return null;
  const { fileName } = declaration.getSourceFile();
  return {
    path: fileName,
    kind: module.SyntaxKind[declaration.kind],
    place() {
      const path = normalize(fileName);
      return { path, index: (module.getNameOfDeclaration(declaration) ?? declaration).getStart() + shift(path) };
    },
  };
}
