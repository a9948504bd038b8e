/** Views of types for the rules, over the type checker of any version. */
import type { DeclarationPlace, PropertyView, TypeKind, TypeView } from '../project/host.ts';
import type { CheckerAdapter, RawDeclaration, SymbolFlagName, TypeFlagName } from './checker-adapter.ts';

const SYMBOL_NAME = /^__@(.*)@\d+$/;
const LIBRARY = /(?:^|\/)lib(?:\.[\w.]+)?\.d\.ts$/;
const PLATFORM = /\/node_modules\/(?:@types\/(?:node|bun)|undici-types|bun-types|@cloudflare\/workers-types)\//;
const DECLARATIONS = /\.d\.[cm]?ts$/;
const FUNCTION_KINDS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunction', 'MethodDeclaration']);
const LITERAL_KINDS = new Set(['PropertyAssignment', 'ShorthandPropertyAssignment', 'MethodDeclaration']);
const PROMISES = new Set(['Promise', 'PromiseLike']);

/** Creates views of types in one state of a program. */
export class TypeViews<Type, Symbol> {
  readonly #checker: CheckerAdapter<Type, Symbol>;

  constructor(checker: CheckerAdapter<Type, Symbol>) {
    this.#checker = checker;
  }

  of(type: Type): TypeView {
    return new CheckedType(this.#checker, type);
  }

  /** The type after `await`; `null` for an object with `then` that is no promise. */
  ofAwaited(type: Type): TypeView | null {
    const checker = this.#checker;
    if (checker.isOneOf(type, 'Union')) return this.#ofAwaitedUnion(type);
    const isObject = checker.isOneOf(type, 'Object');
    if (!isObject && !checker.isOneOf(type, 'Intersection')) return this.of(type);
    if (isObject && this.#isPromise(type)) {
      const [result] = checker.typeArgumentsOf(type);
      return result === undefined ? null : this.ofAwaited(result);
    }
    return checker.hasProperty(type, 'then') ? null : this.of(type);
  }

  #ofAwaitedUnion(type: Type): TypeView | null {
    const parts = this.#checker.membersOf(type).map((member) => this.ofAwaited(member));
    return parts.every((part) => part !== null) ? new UnionOfViews(this.of(type), parts) : null;
  }

  #isPromise(type: Type): boolean {
    const { name, origin } = this.of(type);
    return PROMISES.has(name) && origin === 'library';
  }
}

/** The awaited type of a union of promises. */
class UnionOfViews implements TypeView {
  readonly kind: TypeKind = 'union';
  readonly name = '';
  readonly origin = null;
  readonly declaration = null;
  readonly isInstalled = false;
  readonly value = undefined;
  readonly isCallable = false;
  readonly id: number;
  readonly #parts: TypeView[];

  constructor(union: TypeView, parts: TypeView[]) {
    // Negative, because it is not the type of the union itself.
    this.id = -1 - union.id;
    this.#parts = parts;
  }

  get text(): string {
    return [...new Set(this.#parts.map(({ text }) => text))].join(' | ');
  }

  members = (): TypeView[] => [];
  parts = (): TypeView[] => this.#parts;
  properties = (): PropertyView[] => [];
  indexed = (): TypeView[] => [];
  bases = (): TypeView[] => [];
  result = (): null => null;
}

class CheckedType<Type, Symbol> implements TypeView {
  readonly #checker: CheckerAdapter<Type, Symbol>;
  readonly #type: Type;
  readonly #symbol: Symbol | undefined;
  readonly #declared: RawDeclaration | null;
  readonly kind: TypeKind;

  constructor(checker: CheckerAdapter<Type, Symbol>, type: Type) {
    this.#checker = checker;
    this.#type = type;
    this.#symbol = checker.isOneOf(type, 'Object') ? checker.symbolOf(type) : undefined;
    this.#declared = this.#symbol === undefined ? null : checker.declarationOf(this.#symbol);
    this.kind = this.#readKind();
  }

  get id(): number {
    return this.#checker.idOf(this.#type);
  }

  get text(): string {
    return this.#checker.textOf(this.#type);
  }

  get name(): string {
    const isNamed = this.#isDeclaredAs('Class') || this.#isDeclaredAs('Interface') || this.#isDeclaredAs('Enum');
    return isNamed ? this.#checker.escapedNameOf(this.#symbol!) : '';
  }

  get origin(): TypeView['origin'] {
    return this.#declared && originOfPath(this.#declared.path);
  }

  get declaration(): DeclarationPlace | null {
    const isDeclared = this.name !== '' || FUNCTION_KINDS.has(this.#declared?.kind ?? '');
    return isDeclared && this.origin === 'source' ? this.#declared!.place() : null;
  }

  get isInstalled(): boolean {
    return this.#declared?.path.includes('/node_modules/') ?? false;
  }

  get value(): string | number | undefined {
    return this.#checker.valueOf(this.#type);
  }

  get isCallable(): boolean {
    return this.#checker.isOneOf(this.#type, 'Object') && this.#checker.isCallable(this.#type);
  }

  #isDeclaredAs(flag: SymbolFlagName): boolean {
    return this.#symbol !== undefined && this.#checker.is(this.#symbol, flag);
  }

  #readKind(): TypeKind {
    const checker = this.#checker;
    const is = (flag: TypeFlagName): boolean => checker.isOneOf(this.#type, flag);
    if (is('Object')) return this.#readObjectKind();
    if (is('AnyOrUnknown')) return 'unknown';
    if (is('Never')) return 'never';
    if (is('ESSymbolLike')) return 'symbol';
    if (is('Null') || is('VoidLike')) return 'nothing';
    // Before the union: `boolean` and enums are unions of their values.
    if (is('Primitive')) return 'primitive';
    if (is('Union')) return 'union';
    if (is('Intersection')) return 'intersection';
    return 'unknown';
  }

  #readObjectKind(): TypeKind {
    const checker = this.#checker;
    if (checker.isArray(this.#type)) return 'array';
    if (checker.isTuple(this.#type)) return 'tuple';
    if (this.#isInstance()) return 'class';
    return this.isCallable ? 'function' : 'object';
  }

  /** Libraries often declare a class as an interface and a variable with the same name. */
  #isInstance(): boolean {
    // A class has the same symbol as its instances.
    if (this.#symbol === undefined || !this.#checker.isDeclaredType(this.#type)) return false;
    if (this.#isDeclaredAs('Class')) return true;
    const isLibrary = this.origin === 'library' || this.origin === 'node';
    return isLibrary && this.#isDeclaredAs('Interface') && this.#isDeclaredAs('Variable');
  }

  members(): TypeView[] {
    return this.kind === 'primitive' ? this.#checker.membersOf(this.#type).map((type) => this.#view(type)) : [];
  }

  parts(): TypeView[] {
    const isCombined = this.kind === 'union' || this.kind === 'intersection';
    const types = isCombined ? this.#checker.membersOf(this.#type) : this.#checker.typeArgumentsOf(this.#type);
    return types.map((type) => this.#view(type));
  }

  properties(): PropertyView[] {
    const own = this.#toViews(this.#checker.propertiesOf(this.#type), false);
    const statics = this.kind === 'class' ? this.#checker.staticsOf(this.#symbol!) : [];
    return [...own, ...this.#toViews(statics, true)];
  }

  /** The types of all properties are read together, when the first one is needed. */
  #toViews(symbols: readonly Symbol[], isStatic: boolean): PropertyView[] {
    const checker = this.#checker;
    const named = symbols.filter((symbol) => !checker.escapedNameOf(symbol).startsWith('__#'));
    let types: readonly (Type | undefined)[] | undefined;
    return named.map((symbol, index) => {
      const readType = (): TypeView => {
        const type = (types ??= checker.typesOf(named))[index];
        return type === undefined ? UNKNOWN : this.#view(type);
      };
      return new CheckedProperty({ checker, symbol, isStatic, isOfClass: this.kind === 'class', readType });
    });
  }

  indexed(): TypeView[] {
    return this.#checker.indexTypesOf(this.#type).map((type) => this.#view(type));
  }

  bases(): TypeView[] {
    return this.#checker.basesOf(this.#type).map((type) => this.#view(type));
  }

  result(): TypeView | null {
    const result = this.kind === 'function' ? this.#checker.resultOf(this.#type) : undefined;
    return result === undefined ? null : this.#view(result);
  }

  #view(type: Type): TypeView {
    return new CheckedType(this.#checker, type);
  }
}

interface PropertySource<Type, Symbol> {
  checker: CheckerAdapter<Type, Symbol>;
  symbol: Symbol;
  isStatic: boolean;
  isOfClass: boolean;
  readType: () => TypeView;
}

/** Rules mostly need the name and the type of a property. The other facts are read when they are needed. */
class CheckedProperty<Type, Symbol> implements PropertyView {
  readonly name: string;
  readonly isSymbol: boolean;
  readonly #source: PropertySource<Type, Symbol>;

  constructor(source: PropertySource<Type, Symbol>) {
    this.#source = source;
    const escaped = source.checker.escapedNameOf(source.symbol);
    const symbolName = escaped.startsWith('__@') ? SYMBOL_NAME.exec(escaped)?.[1] : undefined;
    this.isSymbol = symbolName !== undefined;
    // TypeScript adds an underscore to names that begin with two.
    this.name = symbolName === undefined ? escaped.replace(/^___/, '__') : `[${symbolName}]`;
  }

  get isStatic(): boolean {
    return this.#source.isStatic;
  }

  get isOptional(): boolean {
    return this.#is('Optional');
  }

  get isAccessor(): boolean {
    return this.#is('Accessor');
  }

  get isMethod(): boolean {
    return this.#is('Method');
  }

  get isWritten(): boolean {
    return !this.#source.isOfClass && LITERAL_KINDS.has(this.#declared()?.kind ?? '');
  }

  get declaration(): DeclarationPlace | null {
    const declared = this.#declared();
    return declared && originOfPath(declared.path) === 'source' ? declared.place() : null;
  }

  type(): TypeView {
    return this.#source.readType();
  }

  #is(flag: SymbolFlagName): boolean {
    return this.#source.checker.is(this.#source.symbol, flag);
  }

  #declared(): RawDeclaration | null {
    return this.#source.checker.declarationOf(this.#source.symbol);
  }
}

/** Handwritten declaration files count as a package, because nothing checks them. */
function originOfPath(path: string): TypeView['origin'] {
  if (LIBRARY.test(path)) return 'library';
  if (PLATFORM.test(path)) return 'node';
  return DECLARATIONS.test(path) || path.includes('/node_modules/') ? 'package' : 'source';
}

/** Stands for a type that the checker does not know. */
const UNKNOWN: TypeView = {
  id: 0,
  text: 'unknown',
  kind: 'unknown',
  name: '',
  origin: null,
  declaration: null,
  isInstalled: false,
  value: undefined,
  isCallable: false,
  members: () => [],
  parts: () => [],
  properties: () => [],
  indexed: () => [],
  bases: () => [],
  result: () => null,
};
