/** Code in which a run gets stuck: promises that nothing settles, loops that never wait, cancels that are caught. */
import { type Node, child, isFunction, nearestOf, parentOf, statements, unwrap } from '../../../../compiler/ast.ts';
import { functionAround } from '../../code/surroundings.ts';
import { indentAt, indentUnit, insertText, newlineOf } from '../../edits/text-edits.ts';
import { type Finding, type QuickFix, createFinding } from '../../findings/finding.ts';
import type { ProjectFile } from '../../project/project.ts';
import type { CodePart } from '../../reach/module-code.ts';
import { codeInside } from '../../../../compiler/walk-code.ts';
import { isEndless, isEverTrue, readsClock, runningIn } from './loops.ts';
import { sandboxError } from './messages.ts';
import { sleepName } from './sleep-fix.ts';
import { isNeverSettled } from './unsettled-promises.ts';

/** The findings in code that runs in workflows. */
export function endlessWaits(file: ProjectFile, parts: readonly CodePart[]): Finding[] {
  const partOf = new Map(parts.map((part) => [part.unit.node, part]));
  const isInWorkflow = (node: Node): boolean => nearestOf(partOf, node)?.isOfStep(node) === false;
  return CHECKS.flatMap(([type, check]) =>
    file.bindings.nodes.of(type).flatMap((node) => (isInWorkflow(node) ? check(file, node) : [])),
  );
}

type Check = (file: ProjectFile, node: Node) => Finding[];

const CHECKS: readonly (readonly [type: string, Check])[] = [
  ['AwaitExpression', checkAwait],
  ['WhileStatement', checkLoop],
  ['DoWhileStatement', checkLoop],
  ['ForStatement', checkLoop],
];

function checkAwait(file: ProjectFile, node: Node): Finding[] {
  const awaited = unwrap(child(node, 'argument')!);
  return isNeverSettled(file, awaited)
    ? [createFinding(file, node.span, sandboxError('sandbox_promise_unsettled', {}))]
    : [];
}

function checkLoop(file: ProjectFile, loop: Node): Finding[] {
  return [...checkBusy(file, loop), ...checkCatches(file, loop)];
}

function checkBusy(file: ProjectFile, loop: Node): Finding[] {
  if (!isEndless(loop)) return [];
  const span = headOfLoop(file, loop);
  return [createFinding(file, span, sandboxError('sandbox_loop_busy', {}), { fixes: insertSleep(file, loop) })];
}

/** The head of a loop, up to its body. */
function headOfLoop({ source: { code } }: ProjectFile, loop: Node): Node['span'] {
  const { start, end } = loop.span;
  const body = child(loop, 'body')!;
  if (loop.type === 'DoWhileStatement') return { start, end: start + 'do'.length };
  return body.span.start > start
    ? { start, end: start + code.slice(start, body.span.start).trimEnd().length }
    : { start, end };
}

function insertSleep(file: ProjectFile, loop: Node): QuickFix[] {
  const body = child(loop, 'body')!;
  const fn = functionAround(loop);
  if (body.type !== 'BlockStatement' || fn?.['async'] !== true) return [];
  const sleep = sleepName(file, loop);
  const statement = `await ${sleep.text}('1s');`;
  const inside = insertText(file, body.span.start + 1, openingText(file, loop, statement));
  return [{ title: 'Wait a second in the loop', edits: [inside, ...sleep.edits], isForAll: false }];
}

function openingText(file: ProjectFile, loop: Node, statement: string): string {
  const [first] = statements(child(loop, 'body'));
  const isEmpty = !first;
  const indent = indentAt(file, loop.span.start);
  const line = `${newlineOf(file)}${indent}${indentUnit(file)}${statement}`;
  return isEmpty ? `${line}${newlineOf(file)}${indent}` : line;
}

/**
 * In an endless loop, a `catch` that neither leaves nor throws keeps a cancelled run going. If it reads the error, it
 * may handle the cancel.
 */
function checkCatches(file: ProjectFile, loop: Node): Finding[] {
  if (!isEverTrue(loop) || readsClock(loop)) return [];
  return runningIn(loop).flatMap((node) => {
    const handler = node.type === 'TryStatement' ? child(node, 'handler') : null;
    if (!handler || !waits(child(node, 'block')!) || mayEnd(handler) || isInnerLoop(node, loop)) return [];
    const { start } = handler.span;
    const error = sandboxError('sandbox_cancellation_swallowed', {});
    return [createFinding(file, { start, end: start + 'catch'.length }, error)];
  });
}

function waits(block: Node): boolean {
  return codeInside(block, isFunction).some(({ type }) => type === 'AwaitExpression');
}

const LEAVES = new Set(['ThrowStatement', 'ReturnStatement', 'BreakStatement']);

function mayEnd(handler: Node): boolean {
  const param = child(handler, 'param');
  const inside = codeInside(child(handler, 'body')!);
  const isRead = ({ type, value }: Node): boolean =>
    param?.type === 'Identifier' && type === 'Identifier' && value === param['value'];
  return (
    (param !== null && param.type !== 'Identifier') || inside.some((node) => LEAVES.has(node.type) || isRead(node))
  );
}

/** A `try` belongs to the nearest loop around it. */
function isInnerLoop(node: Node, loop: Node): boolean {
  let at = parentOf(node);
  while (at && !/^(?:While|DoWhile|For\w*)Statement$/.test(at.type)) at = parentOf(at);
  return at !== loop;
}
