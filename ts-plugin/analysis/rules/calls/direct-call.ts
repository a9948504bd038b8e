/** Workflows that are called: outside of workflows that fails, in one it runs as a part of it. */
import { child, children } from '../../../../compiler/ast.ts';
import { runtimeError } from '../../../../runtime/contract/runtime-errors.ts';
import { canAwaitAt } from '../../await-places.ts';
import { type CallSite, isDropped, nameOfPackage, scopeOfCallee, takerOf } from '../../call-sites.ts';
import { insertText, replaceText, textOf } from '../../edits.ts';
import type { Finding, QuickFix, TextEdit } from '../../finding.ts';
import { importName } from '../../import-name.ts';
import { originOf } from '../../origins.ts';
import { createFinding } from '../../rule.ts';
import { calledText } from '../called-text.ts';
import { callError } from './messages.ts';

/** A workflow that is called: an error outside of workflows, a hint in them. */
export function checkDirectCall(site: CallSite): Finding | null {
  const { contexts, file, node, origin } = site;
  const directive = origin?.kind === 'function' ? origin.directive : null;
  if (node.type !== 'CallExpression' || directive?.kind !== 'workflow') return null;
  if (contexts.isOnly(node, 'workflow')) {
    const called = calledText(file.source.code, site.callee);
    return createFinding(file, node.span, callError('call_workflow_inline', { called }));
  }
  const found = contexts.of(node);
  if (found.size === 0 || found.has('workflow')) return null;
  const error = runtimeError('workflow_called_directly', { workflowId: directive.id });
  return createFinding(file, node.span, error, { fixes: startFixes(site) });
}

/** What makes a run of a call; the best first. */
export function startFixes(site: CallSite): QuickFix[] {
  const open = openingOf(site);
  if (open === null) return [];
  const inStart = insideStart(site, open);
  if (inStart) return [inStart];
  const scope = scopeOfCallee(site.callee);
  if (!scope) return [];
  const start = importName(site.file, { module: 'workflow/api', name: 'start', scope });
  const isAwaited = takerOf(site.node).taker?.type === 'AwaitExpression';
  const dropped = isDropped(site.node);
  const canAwait = canAwaitAt(site.file, site.node);
  const begin = dropped && canAwait ? `await ${start.text}(` : `${start.text}(`;
  const fixes: QuickFix[] = [
    {
      title: 'Start a run: start(workflow, [arguments])',
      edits: [...start.edits, ...toStart(site, open, [begin, ')'])],
      isForAll: !isAwaited,
    },
  ];
  if (!canAwait || dropped) return fixes;
  const waiting: QuickFix = {
    title: 'Start a run and wait for what it returns',
    edits: [...start.edits, ...toStart(site, open, [`(await ${start.text}(`, ')).returnValue'])],
    isForAll: isAwaited,
  };
  return isAwaited ? [waiting, ...fixes] : [...fixes, waiting];
}

/** `f(a, b)` becomes `start(f, [a, b])` by insertions alone, so that calls in the arguments can be corrected as well. */
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
  return { title: 'Pass the workflow and its arguments', edits, isForAll: true };
}

/** Where the parenthesis of the arguments opens; `null` where that is not plain to see. */
function openingOf({ file, node, args, callee }: CallSite): number | null {
  if (args.length > 0) {
    const before = textOf(file, { start: callee.span.end, end: args[0]!.span.start });
    return /^\(\s*(?:\.\.\.\s*)?$/.test(before) ? callee.span.end : null;
  }
  return /^\(\s*\)$/.test(textOf(file, { start: callee.span.end, end: node.span.end })) ? callee.span.end : null;
}
