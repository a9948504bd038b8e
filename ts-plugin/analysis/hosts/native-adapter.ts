/** The checker of TypeScript 7 as the views of types use it. It is another process, so each call is a message. */
import { normalize } from 'node:path';
import type { Checker, ObjectType, Symbol, Type, TypeReference } from 'typescript/unstable/sync';
import type { NativeModules } from './native-session.ts';
import type { TextShift } from './text-shift.ts';
import type { CheckerAdapter, RawDeclaration, SymbolFlagName, TypeFlagName } from './checker-adapter.ts';

/** A checker, with the parts that are needed to read its answers. */
export interface NativeState {
  modules: NativeModules;
  checker: Checker;
  shift: TextShift;
}

/** An adapter for the checker of one project in one snapshot. */
export function createNativeAdapter(state: NativeState): CheckerAdapter<Type, Symbol> {
  const { modules, checker } = state;
  const { ObjectFlags, SignatureKind } = modules;
  const symbolFlags = modules.SymbolFlags as unknown as Record<SymbolFlagName, number>;
  const typeFlags = modules.TypeFlags as unknown as Record<TypeFlagName, number>;
  const hasObjectFlag = (type: Type, flag: number): boolean =>
    (type.flags & modules.TypeFlags.Object) !== 0 && ((type as ObjectType).objectFlags & flag) !== 0;
  const isReference = (type: Type): type is TypeReference => hasObjectFlag(type, ObjectFlags.Reference);
  // Object literals and mapped types have no signatures. Not asking them saves most messages.
  const mayBeCalled = (type: Type): boolean => !hasObjectFlag(type, ObjectFlags.ObjectLiteral | ObjectFlags.Mapped);

  return {
    idOf: (type) => type.id,
    textOf: (type) => checker.typeToString(type),
    isOneOf: (type, flag) => (type.flags & typeFlags[flag]) !== 0,
    symbolOf: (type) => type.getSymbol(),
    valueOf(type) {
      const value = type.isLiteralType() ? type.value : undefined;
      return typeof value === 'string' || typeof value === 'number' ? value : undefined;
    },
    membersOf: (type) => (type.isUnionType() || type.isIntersectionType() ? type.getTypes() : []),
    isArray: (type) => isReference(type) && checker.isArrayType(type),
    isTuple: (type) => isReference(type) && checker.isTupleType(type),
    typeArgumentsOf: (type) => (isReference(type) ? checker.getTypeArguments(type) : []),
    basesOf(type) {
      const target = isReference(type) ? type.getTarget() : type;
      return target.isClassOrInterface() ? checker.getBaseTypes(target) : [];
    },
    propertiesOf: (type) => checker.getPropertiesOfType(type),
    hasProperty: (type, name) => checker.getPropertyOfType(type, name) !== undefined,
    staticsOf(symbol) {
      const type = checker.getTypeOfSymbol(symbol);
      return type ? checker.getPropertiesOfType(type) : [];
    },
    typesOf: (symbols) => (symbols.length === 0 ? [] : checker.getTypeOfSymbol(symbols)),
    indexTypesOf: (type) => checker.getIndexInfosOfType(type).map((info) => info.valueType),
    isCallable: (type) =>
      mayBeCalled(type) &&
      (checker.getSignaturesOfType(type, SignatureKind.Call).length > 0 ||
        checker.getSignaturesOfType(type, SignatureKind.Construct).length > 0),
    resultOf(type) {
      const [call] = checker.getSignaturesOfType(type, SignatureKind.Call);
      return call && checker.getReturnTypeOfSignature(call);
    },
    isDeclaredType: (type) => hasObjectFlag(type, ObjectFlags.ClassOrInterface | ObjectFlags.Reference),
    escapedNameOf: (symbol) => String(symbol.escapedName),
    is: (symbol, flag) => (symbol.flags & symbolFlags[flag]) !== 0,
    declarationOf: (symbol) => describeNativeDeclaration(state, symbol),
  };
}

/** The declaration of a symbol; `null` when it has none, such as some members of mapped types. */
export function describeNativeDeclaration({ modules, shift }: NativeState, symbol: Symbol): RawDeclaration | null {
  const declaration = symbol.valueDeclaration ?? symbol.declarations[0];
  if (!declaration) return null;
  return {
    path: declaration.path,
    kind: modules.SyntaxKind[declaration.kind]!,
    place() {
      const node = declaration.resolve() as (DeclarationNode & { name?: DeclarationNode }) | undefined;
      if (!node) return null;
      const path = normalize(node.getSourceFile().fileName);
      return { path, index: (node.name ?? node).getStart() + shift(path) };
    },
  };
}

interface DeclarationNode {
  getStart(): number;
  getSourceFile(): { fileName: string };
}
