/** The questions to a type checker that the checkers of all versions of TypeScript can answer. */
import type { DeclarationPlace } from '../project/host.ts';

/** A declaration, as far as a checker knows it without reading the file. */
export interface RawDeclaration {
  /** Path with `/`, in lower case on some systems that ignore case. */
  path: string;
  /** The name of its `SyntaxKind`. */
  kind: string;
  place(): DeclarationPlace | null;
}

/** The part of a checker that {@link file://./type-views.ts views} use. `Type` and `Symbol` are the checker's own. */
export interface CheckerAdapter<Type, Symbol> {
  idOf(type: Type): number;
  textOf(type: Type): string;
  isOneOf(type: Type, flag: TypeFlagName): boolean;
  symbolOf(type: Type): Symbol | undefined;
  /** The text or number of a literal or of a member of an enum; `undefined` for other types. */
  valueOf(type: Type): string | number | undefined;
  /** The members of a union, an enum or an intersection; none for other types. */
  membersOf(type: Type): readonly Type[];
  isArray(type: Type): boolean;
  isTuple(type: Type): boolean;
  /** The type arguments of a reference to a generic type; none for other types. */
  typeArgumentsOf(type: Type): readonly Type[];
  basesOf(type: Type): readonly Type[];
  propertiesOf(type: Type): readonly Symbol[];
  hasProperty(type: Type, name: string): boolean;
  /** The static members of an instance's class. */
  staticsOf(symbol: Symbol): readonly Symbol[];
  typesOf(symbols: readonly Symbol[]): readonly (Type | undefined)[];
  indexTypesOf(type: Type): readonly Type[];
  /** Whether it has signatures for calls or for `new`. */
  isCallable(type: Type): boolean;
  /** The return type of the first call signature. */
  resultOf(type: Type): Type | undefined;
  /** Whether a class or an interface declares it. The type of the class itself does not count. */
  isDeclaredType(type: Type): boolean;
  /** Names that are symbols are `__@name@number`, private ones `__#number@#name`. */
  escapedNameOf(symbol: Symbol): string;
  is(symbol: Symbol, flag: SymbolFlagName): boolean;
  declarationOf(symbol: Symbol): RawDeclaration | null;
}

/** Members of `TypeFlags` that all versions have; their numbers differ. */
export type TypeFlagName =
  | 'AnyOrUnknown'
  | 'Null'
  | 'VoidLike'
  | 'Never'
  | 'ESSymbolLike'
  | 'Union'
  | 'Intersection'
  | 'Object'
  | 'Primitive';
/** Members of `SymbolFlags`. */
export type SymbolFlagName = 'Class' | 'Interface' | 'Enum' | 'Variable' | 'Optional' | 'Accessor' | 'Method';
