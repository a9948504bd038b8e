/** Arrays of promises where code takes them for something else: `await xs.map(step)`, `xs.filter(async …)`. */
import { type Node, child } from '../../../../compiler/ast.ts';
import { unwrapChain } from '../../../../compiler/globals/member-chain.ts';
import { type CallSite, type FileCode, calledText, methodOf } from '../../code/call-sites.ts';
import { initialValue } from '../../code/held-values.ts';
import { wrapText } from '../../edits/text-edits.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import type { Project, ProjectFile } from '../../project/project.ts';
import { durableCallback, durableElements, durableMapping, isForeign } from './durable-call.ts';
import { callError } from './messages.ts';

/** The findings at every `await` of an array of promises, also of one that a constant holds. */
export function awaitedArrays({ project, file, contexts }: FileCode): Finding[] {
  return file.bindings.nodes.of('AwaitExpression').flatMap((node) => {
    const awaited = child(node, 'argument')!;
    const value = unwrapChain(initialValue(awaited));
    const isMapping = durableMapping(project, file, value) !== null;
    if (!isMapping && !durableElements(project, file, value)) return [];
    if (contexts.of(node).has('application') || (isMapping && isOtherCollection(project, file, value))) return [];
    const called = isMapping ? calledText(file.source.code, child(value, 'callee')!) : 'A list in brackets';
    const fixes = [waitForAll(file, awaited)];
    return [createFinding(file, unwrapChain(awaited).span, callError('call_array_awaited', { called }), { fixes })];
  });
}

function waitForAll(file: ProjectFile, awaited: Node) {
  const none = awaited.type === 'OptionalChainingExpression' ? ' ?? []' : '';
  const edits = wrapText(file, awaited.span, ['Promise.all(', `${none})`]);
  return { title: 'Wait for all with "Promise.all(…)"', edits, isForAll: true };
}

/** The method of something that is no array may return a promise. */
function isOtherCollection(project: Project, file: ProjectFile, call: Node): boolean {
  const { span } = methodOf(child(call, 'callee')!)!.object;
  const [type] = project.types?.types(file.source.path, [{ span, of: 'expression' }]) ?? [];
  return type?.kind === 'class' || type?.kind === 'object';
}

/** Methods of arrays that ask their callback a question. */
const ASKING = new Set(['filter', 'find', 'findIndex', 'findLast', 'findLastIndex', 'some', 'every']);
/** Methods that ask their callback for an order. */
const SORTING = new Set(['sort', 'toSorted']);

/** A question that a promise answers: every promise is taken for `true`. */
export function checkAsyncPredicate({ project, file, contexts, node, callee, args }: CallSite): Finding | null {
  const [callback] = args;
  const name = methodOf(callee)?.name ?? '';
  if (!callback || !(ASKING.has(name) || SORTING.has(name)) || isForeign(project, file, callee)) return null;
  if (!durableCallback(project, file, callback) || !contexts.isOnly(node, 'workflow')) return null;
  if (isOtherCollection(project, file, node)) return null;
  const called = calledText(file.source.code, callee);
  return createFinding(
    file,
    node.span,
    callError('call_predicate_async', { called, taken: SORTING.has(name) ? '"equal"' : '"true"' }),
  );
}
