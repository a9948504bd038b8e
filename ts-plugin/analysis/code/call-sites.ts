/** The calls of a file: what each one calls, and where its value goes. */
import { type Scope, referenceOf } from '../../../compiler/analyze/scope.ts';
import { type Node, child, children, isFunction, staticKey, takerOf, text, unwrap } from '../../../compiler/ast.ts';
import type { Project, ProjectFile } from '../project/project.ts';
import { CodeContexts } from './contexts.ts';
import { type CodeOrigin, originOf } from './origins.ts';
import { directiveAround } from './surroundings.ts';

/** A call or `new`, and the function or class that it calls. */
export interface CallSite {
  project: Project;
  file: ProjectFile;
  contexts: CodeContexts;
  /** A `CallExpression` or `NewExpression`. */
  node: Node;
  callee: Node;
  args: readonly Node[];
  origin: CodeOrigin | null;
}

/** A file as the rules see it. Its calls are listed once for all rules, when the first rule asks. */
export class FileCode {
  readonly project: Project;
  readonly file: ProjectFile;
  readonly contexts: CodeContexts;
  #calls: readonly CallSite[] | undefined;
  #typedCalls: readonly CallSite[] | undefined;

  constructor(project: Project, file: ProjectFile) {
    this.project = project;
    this.file = file;
    this.contexts = new CodeContexts({ project, file });
  }

  /** Every call and `new`, in no particular order, with the origins that names alone lead to. */
  get calls(): readonly CallSite[] {
    return (this.#calls ??= listCalls(this));
  }

  /** The same calls, with the steps and workflows that only types lead to. */
  get typedCalls(): readonly CallSite[] {
    return (this.#typedCalls ??= withTypedMembers(this.project, this.file, this.calls));
  }
}

function listCalls({ project, file, contexts }: FileCode): CallSite[] {
  const nodes = [...file.bindings.nodes.of('CallExpression'), ...file.bindings.nodes.of('NewExpression')];
  return nodes.map((node) => {
    const callee = child(node, 'callee')!;
    const args = children(node, 'arguments');
    const origin = originOf(project, file, callee);
    const indirect = origin ? null : indirectCall(project, file, { callee, args });
    return { project, file, contexts, node, callee, args, origin, ...indirect };
  });
}

/** The function that `charge.call(self, id)` or `charge.apply(self, [id])` calls, and its arguments. */
export function indirectCall(
  project: Project,
  file: ProjectFile,
  { callee, args }: Pick<CallSite, 'callee' | 'args'>,
): Pick<CallSite, 'origin' | 'args'> | null {
  const method = methodOf(callee);
  if (method?.name !== 'call' && method?.name !== 'apply') return null;
  const origin = originOf(project, file, method.object);
  if (origin?.kind !== 'function') return null;
  const list = args[1] && unwrap(args[1]);
  if (method.name === 'call') return { origin, args: args.slice(1) };
  return { origin, args: list?.type === 'ArrayExpression' ? children(list, 'elements') : [] };
}

/** The name that is called of a package: `start` of `workflow/api`; `null` for any other call. */
export function nameOfPackage(origin: CodeOrigin | null, module: string): string | null {
  return origin?.kind === 'package' && origin.module === module && origin.path.length === 1 ? origin.path[0]! : null;
}

/** The method and the object of a callee: `xs.map(f)` has `map` and `xs`; `null` for other callees. */
export function methodOf(callee: Node): { object: Node; name: string } | null {
  const inner = unwrap(callee);
  const member = inner.type === 'OptionalChainingExpression' ? child(inner, 'base')! : inner;
  if (member.type !== 'MemberExpression') return null;
  const name = staticKey(child(member, 'property'));
  return name === null ? null : { object: child(member, 'object')!, name };
}

/** The scope of the name that a callee begins with; `null` when it begins with no name. */
export function scopeOfCallee(callee: Node): Scope | null {
  let node = unwrap(callee);
  for (let method = methodOf(node); method; method = methodOf(node)) node = unwrap(method.object);
  return referenceOf(node)?.scope ?? null;
}

/** Whether the value of an expression is dropped. */
export function isDropped(node: Node): boolean {
  const { taker, value } = takerOf(node);
  switch (taker?.type) {
    case 'ExpressionStatement':
      return true;
    case 'BinaryExpression':
      return /^(?:&&|\|\||\?\?)$/.test(text(taker, 'operator')) && child(taker, 'right') === value && isDropped(taker);
    case 'ConditionalExpression':
      return child(taker, 'test') !== value && isDropped(taker);
    case 'ForStatement':
      return child(taker, 'test') !== value;
    case 'SequenceExpression':
      return children(taker, 'expressions').at(-1) !== value || isDropped(taker);
    case 'ArrowFunctionExpression':
      return child(taker, 'body') === value && isForEachCallback(taker);
    default:
      return false;
  }
}

/** `forEach` drops what its callback returns. */
function isForEachCallback(fn: Node): boolean {
  const { taker } = takerOf(fn);
  const callee = taker?.type === 'CallExpression' ? child(taker, 'callee') : null;
  return callee !== null && methodOf(callee)?.name === 'forEach' && children(taker!, 'arguments')[0] !== undefined;
}

/** The function that an expression is or names; `null` when it is not in the project. */
export function functionOrigin(
  project: Project,
  file: ProjectFile,
  node: Node,
): (CodeOrigin & { kind: 'function' }) | null {
  if (!isFunction(unwrap(node)) && node.type === 'CallExpression') return null;
  const origin = originOf(project, file, node);
  return origin?.kind === 'function' ? origin : null;
}

/** The sites with the steps and workflows that names alone did not lead to. Without types they stay as they are. */
function withTypedMembers(project: Project, file: ProjectFile, sites: readonly CallSite[]): CallSite[] {
  const asked = sites.flatMap((site) => {
    const name = site.origin?.kind === 'function' ? null : memberName(site.callee);
    return name && isOfInterest(site) ? [{ site, index: name.span.start }] : [];
  });
  if (asked.length === 0 || !project.types) return [...sites];
  const places = project.types.declarations(
    file.source.path,
    asked.map(({ index }) => index),
  );
  const origins = new Map(
    asked.map(({ site }, index) => {
      const place = places[index];
      return [site, place ? directiveAt(project.file(place.path), place.index) : null];
    }),
  );
  return sites.map((site) => ({ ...site, origin: origins.get(site) ?? site.origin }));
}

/** Whether a call is in a workflow and its value is dropped. */
function isOfInterest({ file, node }: CallSite): boolean {
  return isDropped(node) && directiveAround(file, node)?.kind === 'workflow';
}

/** The name of the member that is called. */
function memberName(callee: Node): Node | null {
  if (!methodOf(callee)) return null;
  const inner = unwrap(callee);
  const member = inner.type === 'OptionalChainingExpression' ? child(inner, 'base')! : inner;
  const property = child(member, 'property');
  return property && staticKey(property) !== null && property.type !== 'Computed' ? property : null;
}

/** The workflow or step whose name is at an index. */
function directiveAt(file: ProjectFile | null, index: number): (CodeOrigin & { kind: 'function' }) | null {
  for (const [node, directive] of file?.directives ?? []) {
    const name = child(node, 'key') ?? child(node, 'identifier');
    if (name?.span.start === index) return { kind: 'function', file: file!, node, directive };
  }
  return null;
}

const LENGTH_MAX = 40;

/** A call as messages name it, without arguments: `charge()`. Long ones are cut to the last name. */
export function calledText(code: string, callee: Node): string {
  const written = code.slice(callee.span.start, callee.span.end).replace(/\s+/g, ' ');
  if (written.length <= LENGTH_MAX) return `${written}()`;
  return `${text(child(callee, 'property') ?? callee) || '…'}()`;
}
