/** What is asked of a type checker: the little that the checkers of all versions of TypeScript have in common. */
import type { DeclarationPlace } from '../project/host.ts';

/** Where a name is declared, as far as a checker tells without looking into the file. */
export interface RawDeclaration {
  /** With `/`. On systems that ignore case it may be in lower case. */
  path: string;
  /** Name of its `SyntaxKind`. */
  kind: string;
  place(): DeclarationPlace | null;
}

/** What {@link file://./type-views.ts views} asks of a checker. `Type` and `Symbol` are what that checker calls so. */
export interface CheckerAdapter<Type, Symbol> {
  idOf(type: Type): number;
  textOf(type: Type): string;
  isOneOf(type: Type, flag: TypeFlagName): boolean;
  symbolOf(type: Type): Symbol | undefined;
  /** Of a union or an intersection. */
  membersOf(type: Type): readonly Type[];
  isArray(type: Type): boolean;
  isTuple(type: Type): boolean;
  /** None for what is no reference to a generic type. */
  typeArgumentsOf(type: Type): readonly Type[];
  basesOf(type: Type): readonly Type[];
  propertiesOf(type: Type): readonly Symbol[];
  hasProperty(type: Type, name: string): boolean;
  /** Of an instance. */
  staticsOf(symbol: Symbol): readonly Symbol[];
  typesOf(symbols: readonly Symbol[]): readonly (Type | undefined)[];
  indexTypesOf(type: Type): readonly Type[];
  /** Whether it has signatures of calls or of `new`. */
  isCallable(type: Type): boolean;
  /** Of the first call signature. */
  resultOf(type: Type): Type | undefined;
  /** Whether it is the type that a class or an interface declares, and not that of the class itself. */
  isDeclaredType(type: Type): boolean;
  /** Names that are symbols are `__@name@number`, private ones `__#number@#name`. */
  escapedNameOf(symbol: Symbol): string;
  is(symbol: Symbol, flag: SymbolFlagName): boolean;
  declarationOf(symbol: Symbol): RawDeclaration | null;
}

/** Members of `TypeFlags` that all versions have; their numbers differ. */
export type TypeFlagName =
  'AnyOrUnknown' | 'Null' | 'VoidLike' | 'Never' | 'ESSymbolLike' | 'Union' | 'Intersection' | 'Object' | 'Primitive';
/** Members of `SymbolFlags`. */
export type SymbolFlagName = 'Class' | 'Interface' | 'Enum' | 'Variable' | 'Optional' | 'Accessor' | 'Method';
