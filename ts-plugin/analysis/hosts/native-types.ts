/** Types of TypeScript 7. Questions of one kind share a message, because a message costs as much as fifteen answers. */
import type { Node as NativeNode } from 'typescript/unstable/ast';
import type { Symbol, Type } from 'typescript/unstable/sync';
import type { DeclarationPlace, TypeHost, TypeQuestion, TypeView } from '../project/host.ts';
import { type NativeState, createNativeAdapter, describeNativeDeclaration } from './native-adapter.ts';
import type { NativeSession } from './native-session.ts';
import { NodeFinder } from './syntax-nodes.ts';
import type { TextShift } from './text-shift.ts';
import { TypeViews } from './type-views.ts';

/** Types of a session's projects. */
export class NativeTypes implements TypeHost {
  readonly #session: NativeSession;
  readonly #shift: TextShift;

  constructor(session: NativeSession, shift: TextShift) {
    this.#session = session;
    this.#shift = shift;
  }

  declarations(path: string, indexes: readonly number[]): (DeclarationPlace | null)[] {
    const file = this.#open(path);
    if (!file || indexes.length === 0) return indexes.map(() => null);
    const nodes = indexes.map((index) => file.finder.nameAt(index - file.by));
    return file.checker.getSymbolAtLocation(nodes).map((symbol) => (symbol ? this.#placeOf(file, symbol) : null));
  }

  #placeOf(file: OpenFile, symbol: Symbol): DeclarationPlace | null {
    const isAlias = (symbol.flags & file.modules.SymbolFlags.Alias) !== 0;
    return describeNativeDeclaration(file, isAlias ? file.checker.getAliasedSymbol(symbol) : symbol)?.place() ?? null;
  }

  types(path: string, questions: readonly TypeQuestion[]): (TypeView | null)[] {
    const file = this.#open(path);
    if (!file) return questions.map(() => null);
    const types = typesOf(file, questions);
    const views = new TypeViews(createNativeAdapter(file));
    return questions.map(({ of }, index) => {
      const type = types[index];
      if (!type) return null;
      return of.startsWith('awaited') ? views.ofAwaited(type) : views.of(type);
    });
  }

  #open(path: string): OpenFile | null {
    const project = this.#session.projectOf(path);
    const source = project?.program.getSourceFile(path);
    if (!project || !source) return null;
    const { modules } = this.#session;
    const shift = this.#shift;
    const finder = new NodeFinder<NativeNode>(source);
    return { modules, checker: project.checker, shift, by: shift(path), finder };
  }
}

interface OpenFile extends NativeState {
  finder: NodeFinder<NativeNode>;
  /** The shift of this file. */
  by: number;
}

function typesOf(file: OpenFile, questions: readonly TypeQuestion[]): (Type | undefined)[] {
  const nodes = questions.map(({ span, of }) => {
    const place = { start: span.start - file.by, end: span.end - file.by };
    return of === 'awaited result' ? null : file.finder.at(place, file.modules.SyntaxKind);
  });
  const asked = nodes.filter((node) => node !== null);
  const answers = asked.length === 0 ? [] : file.checker.getTypeAtLocation(asked);
  let next = 0;
  return questions.map(({ span, of }, index) => {
    if (of === 'awaited result') return resultOf(file, { start: span.start - file.by, end: span.end - file.by });
    return nodes[index] === null ? undefined : answers[next++];
  });
}

function resultOf({ finder, checker, modules }: OpenFile, place: { start: number; end: number }): Type | undefined {
  const node = finder.functionAt(place, ({ kind }) => modules.functionKinds.has(kind));
  const signature = node && checker.getSignatureFromDeclaration(node);
  return signature ? checker.getReturnTypeOfSignature(signature) : undefined;
}
