/** Turns the call of a workflow into a start, and the other way round. */
import { type Node, type Span, child, children, effectiveParent, staticKey, unwrap } from '../../../compiler/ast.ts';
import { nameOfPackage } from '../code/call-sites.ts';
import { CodeContexts } from '../code/contexts.ts';
import { nodesAt } from '../code/nodes-at.ts';
import { originOf } from '../code/origins.ts';
import { startFixes } from '../edits/start-run.ts';
import { replaceText, textOf } from '../edits/text-edits.ts';
import type { Project, ProjectFile } from '../project/project.ts';
import type { Refactor } from './refactor.ts';

/** The refactors for a call at the cursor. */
export function swapStart(project: Project, file: ProjectFile, { start }: Span): Refactor[] {
  const node = nodesAt(file, start).find(({ type }) => type === 'CallExpression');
  const callee = node && child(node, 'callee');
  if (!callee) return [];
  const origin = originOf(project, file, callee);
  const args = children(node, 'arguments');
  if (nameOfPackage(origin, 'workflow/api') === 'start') return toCall(project, file, { node, args });
  if (origin?.kind !== 'function' || origin.directive?.kind !== 'workflow') return [];
  const contexts = new CodeContexts({ project, file });
  return startFixes({ project, file, contexts, node, callee, args, origin }).map(({ title, edits }) => ({
    name: 'rewrite.start',
    title,
    edit: () => ({ edits, renameAt: null }),
  }));
}

/** Turns `start()` into a call. Only in workflows, where the called workflow runs as a part of the caller. */
function toCall(
  project: Project,
  file: ProjectFile,
  { node, args }: { node: Node; args: readonly Node[] },
): Refactor[] {
  const [workflow, list] = args;
  const passed = list ? unwrap(list) : null;
  const contexts = new CodeContexts({ project, file });
  const isPlain = workflow && args.length <= 2 && (!passed || passed.type === 'ArrayExpression');
  if (!isPlain || !contexts.isOnly(node, 'workflow')) return [];
  const inner = passed ? textOf(file, { start: passed.span.start + 1, end: passed.span.end - 1 }).trim() : '';
  const result = resultOf(node);
  if (!result) return [];
  const edits = [replaceText(file, result.span, `${textOf(file, workflow.span)}(${inner})`)];
  return [
    { name: 'rewrite.call', title: 'Call the workflow as a part of this one', edit: () => ({ edits, renameAt: null }) },
  ];
}

/** `(await start(…)).returnValue`; `null` where the run itself is used. */
function resultOf(call: Node): Node | null {
  const { parent: awaiting } = effectiveParent(call);
  if (awaiting?.type !== 'AwaitExpression') return null;
  const { parent: member } = effectiveParent(awaiting);
  const isResult = member?.type === 'MemberExpression' && staticKey(child(member, 'property')) === 'returnValue';
  return isResult ? member : null;
}
