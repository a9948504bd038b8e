/** Turns the call of a workflow into the start of a run. */
import { child, children, takerOf } from '../../../compiler/ast.ts';
import { type CallSite, isDropped, nameOfPackage, scopeOfCallee } from '../code/call-sites.ts';
import { originOf } from '../code/origins.ts';
import { canAwaitAt, functionAround } from '../code/surroundings.ts';
import type { QuickFix, TextEdit } from '../findings/finding.ts';
import { importName } from './import-name.ts';
import { insertText, replaceText, textOf } from './text-edits.ts';

/**
 * The fixes that turn a call into the start of a run; the best first. Whether to wait for the result is a decision, and
 * the value is another one: a run, where the call had the result.
 */
export function startFixes(site: CallSite): QuickFix[] {
  const open = openingOf(site);
  if (open === null) return [];
  const inStart = insideStart(site, open);
  if (inStart) return [inStart];
  const scope = scopeOfCallee(site.callee);
  if (!scope) return [];
  const start = importName(site.file, { module: 'workflow/api', name: 'start', scope });
  const isResultWanted = /^(?:AwaitExpression|ReturnStatement)$/.test(takerOf(site.node).taker?.type ?? '');
  const dropped = isDropped(site.node);
  const canAwait = canAwaitAt(site.file, site.node);
  const begin = dropped && canAwait ? `await ${start.text}(` : `${start.text}(`;
  const fixes: QuickFix[] = [
    {
      title: 'Start a run: start(workflow, [arguments])',
      edits: [...start.edits, ...toStart(site, open, [begin, ')'])],
      isForAll: !isResultWanted,
    },
  ];
  if (!canAwait || dropped) return fixes;
  const waiting: QuickFix = {
    title: 'Start a run and wait for its result',
    edits: [...start.edits, ...toStart(site, open, [`(await ${start.text}(`, ')).returnValue'])],
    isForAll: isResultWanted,
  };
  if (isResultNeeded(site)) return [waiting];
  return isResultWanted ? [waiting, ...fixes] : [...fixes, waiting];
}

/** Whether other code takes the result of the workflow, so that a run in its place would be of a wrong type. */
function isResultNeeded({ node }: CallSite): boolean {
  const { taker } = takerOf(node);
  if (taker?.type === 'ReturnStatement') return child(functionAround(taker) ?? taker, 'returnType') !== null;
  return taker?.type === 'AwaitExpression' && !isDropped(taker) && takerOf(taker).taker?.type !== 'ReturnStatement';
}

/** Turns `f(a, b)` into `start(f, [a, b])` by insertions alone, so that calls in the arguments can be fixed as well. */
function toStart({ file, node, args }: CallSite, open: number, [before, after]: readonly [string, string]): TextEdit[] {
  const { start, end } = node.span;
  const begin = insertText(file, start, before);
  if (args.length === 0) return [begin, replaceText(file, { start: open, end }, after)];
  return [
    begin,
    replaceText(file, { start: open, end: open + 1 }, ', ['),
    replaceText(file, { start: end - 1, end }, `]${after}`),
  ];
}

/** `start(f(a))` was meant to be `start(f, [a])`. */
function insideStart({ project, file, node, args }: CallSite, open: number): QuickFix | null {
  const { taker, value } = takerOf(node);
  if (taker?.type !== 'CallExpression') return null;
  const isStart = nameOfPackage(originOf(project, file, child(taker, 'callee')!), 'workflow/api') === 'start';
  const [passed, ...others] = children(taker, 'arguments');
  if (!isStart || passed !== value || others.length > 0) return null;
  const { end } = node.span;
  const edits =
    args.length === 0
      ? [replaceText(file, { start: open, end }, '')]
      : [replaceText(file, { start: open, end: open + 1 }, ', ['), replaceText(file, { start: end - 1, end }, ']')];
  return { title: 'Pass the workflow and its arguments', edits, isForAll: true, isSafe: true };
}

/** The index of the parenthesis that opens the arguments; `null` where other text stands before it. */
function openingOf({ file, node, args, callee }: CallSite): number | null {
  if (args.length > 0) {
    const before = textOf(file, { start: callee.span.end, end: args[0]!.span.start });
    return /^\(\s*(?:\.\.\.\s*)?$/.test(before) ? callee.span.end : null;
  }
  return /^\(\s*\)$/.test(textOf(file, { start: callee.span.end, end: node.span.end })) ? callee.span.end : null;
}
