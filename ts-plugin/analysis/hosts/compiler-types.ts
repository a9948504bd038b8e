/** Types of TypeScript 5 and 6. The module is passed in, because an editor has its own. */
import type ts from 'typescript-6';
import type { Span } from '../../../compiler/ast.ts';
import type { DeclarationPlace, TypeHost, TypeQuestion, TypeView } from '../project/host.ts';
import {
  type CompilerState,
  type TypeScriptModule,
  createCompilerAdapter,
  describeDeclaration,
} from './compiler-adapter.ts';
import { NodeFinder } from './syntax-nodes.ts';
import type { TextShift } from './text-shift.ts';
import { TypeViews } from './type-views.ts';

/** The source of programs for {@link CompilerTypes}. */
export interface CompilerTypesOptions {
  typescript: TypeScriptModule;
  /** The current program with a file; `undefined` while there is none. */
  programOf: (path: string) => ts.Program | undefined;
  /** Default: indexes are the same as in the program's texts. */
  shift?: TextShift;
  /** The node of a span, if it is known. Otherwise it is searched for. */
  nodeOf?: (span: Span) => ts.Node | undefined;
}

/** Types of programs that an editor or a {@link file://./compiler-session.ts session} keeps. */
export class CompilerTypes implements TypeHost {
  readonly #module: TypeScriptModule;
  readonly #programOf: CompilerTypesOptions['programOf'];
  readonly #shift: TextShift;
  readonly #nodeOf: NonNullable<CompilerTypesOptions['nodeOf']>;

  constructor({ typescript, programOf, shift = () => 0, nodeOf = () => undefined }: CompilerTypesOptions) {
    this.#module = typescript;
    this.#programOf = programOf;
    this.#shift = shift;
    this.#nodeOf = nodeOf;
  }

  declarations(path: string, indexes: readonly number[]): (DeclarationPlace | null)[] {
    const file = this.#open(path);
    if (!file) return indexes.map(() => null);
    return indexes.map((index) => {
      const symbol = file.checker.getSymbolAtLocation(file.finder.nameAt(index - file.by));
      return symbol ? this.#placeOf(file, symbol) : null;
    });
  }

  #placeOf(file: OpenFile, symbol: ts.Symbol): DeclarationPlace | null {
    const isAlias = (symbol.flags & this.#module.SymbolFlags.Alias) !== 0;
    return describeDeclaration(file, isAlias ? file.checker.getAliasedSymbol(symbol) : symbol)?.place() ?? null;
  }

  types(path: string, questions: readonly TypeQuestion[]): (TypeView | null)[] {
    const file = this.#open(path);
    if (!file) return questions.map(() => null);
    const views = new TypeViews(createCompilerAdapter(file));
    return questions.map(({ span, of, isDeclaredEnough }) => {
      if (of === 'awaited result') {
        const result = this.#resultOf(file, placeIn(file, span));
        return result ? views.ofAwaited(result) : null;
      }
      const node = this.#nodeAt(file, span);
      if (!node) return null;
      const declared = isDeclaredEnough ? this.#declaredPrimitive(file, node) : null;
      const type = declared ?? file.checker.getTypeAtLocation(node);
      return of === 'awaited expression' ? views.ofAwaited(type) : views.of(type);
    });
  }

  #nodeAt(file: OpenFile, span: Span): ts.Node | null {
    const known = this.#nodeOf(span);
    if (known?.getSourceFile() === file.source) return known;
    return file.finder.at(placeIn(file, span), this.#module.SyntaxKind);
  }

  /** The declared type of a name or a member if it is primitive, so that it has no parts; otherwise `null`. */
  #declaredPrimitive({ checker }: OpenFile, node: ts.Node): ts.Type | null {
    const { isIdentifier, isPropertyAccessExpression, TypeFlags } = this.#module;
    const { StringLike, NumberLike, BigIntLike, BooleanLike, VoidLike, Null } = TypeFlags;
    const isPrimitive = ({ flags }: ts.Type): boolean =>
      (flags & (StringLike | NumberLike | BigIntLike | BooleanLike | VoidLike | Null)) !== 0;
    if (!isIdentifier(node) && !isPropertyAccessExpression(node)) return null;
    const symbol = checker.getSymbolAtLocation(node);
    const type = symbol && checker.getTypeOfSymbol(symbol);
    const members = type?.isUnion() ? type.types : [type];
    return type && members.every((member) => isPrimitive(member!)) ? type : null;
  }

  #resultOf({ finder, checker }: OpenFile, place: Span): ts.Type | undefined {
    const node = finder.functionAt(place, (candidate) => this.#module.isFunctionLike(candidate));
    const signature = node && checker.getSignatureFromDeclaration(node as ts.SignatureDeclaration);
    return signature?.getReturnType();
  }

  #open(path: string): OpenFile | null {
    const program = this.#programOf(path);
    const source = program?.getSourceFile(path);
    if (!program || !source) return null;
    const shift = this.#shift;
    const finder = new NodeFinder<ts.Node>(source);
    return { module: this.#module, checker: program.getTypeChecker(), shift, by: shift(path), source, finder };
  }
}

/** The span in the program's text for a span in our text. */
function placeIn({ by }: OpenFile, { start, end }: Span): Span {
  return { start: start - by, end: end - by };
}

interface OpenFile extends CompilerState {
  source: ts.SourceFile;
  finder: NodeFinder<ts.Node>;
  /** The shift of this file. */
  by: number;
}
