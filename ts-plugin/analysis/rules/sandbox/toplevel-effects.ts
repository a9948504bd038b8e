/** Durable calls at the top level of modules: every run makes them again. */
import { type Node, child, text, unwrap } from '../../../../compiler/ast.ts';
import { originOf } from '../../code/origins.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import type { Project } from '../../project/project.ts';
import type { ReachedPart } from '../../reach/reach.ts';
import { sandboxError } from './messages.ts';

/** The findings in the parts of one file that run when the module loads. */
export function toplevelEffects(project: Project, parts: readonly ReachedPart[]): Finding[] {
  return parts.flatMap(({ part: { file, unit } }) => {
    const expression = child(unit.node, unit.kind === 'effect' ? 'expression' : 'init');
    const call = expression && calledBy(expression);
    const callee = call && unwrap(child(call, 'callee')!);
    if (!call || !callee) return [];
    const origin = originOf(project, file, callee);
    const isStep = origin?.kind === 'function' && origin.directive?.kind === 'step';
    const isFetch = origin?.kind === 'global' && origin.path.join('.') === 'fetch';
    const isOurs = origin?.kind === 'package' && origin.module === 'workflow' && DURABLE.has(origin.path[0] ?? '');
    if (!isStep && !isFetch && !isOurs) return [];
    const error = sandboxError('sandbox_effect_toplevel', { name: nameOf(callee) });
    return [createFinding(file, call.span, error)];
  });
}

/** Functions that wait for something or ask for something. */
const DURABLE = new Set(['sleep', 'createHook', 'createWebhook', 'fetch']);

/** The first call of a chain, without `await` and `void`: `call()` in `void call().catch(…)`. */
function calledBy(expression: Node): Node | null {
  let at = unwrap(expression);
  while (at.type === 'AwaitExpression' || at.type === 'UnaryExpression') at = unwrap(child(at, 'argument')!);
  for (;;) {
    if (at.type !== 'CallExpression') return null;
    const callee = unwrap(child(at, 'callee')!);
    const object = callee.type === 'MemberExpression' ? unwrap(child(callee, 'object')!) : null;
    if (object?.type !== 'CallExpression') return at;
    at = object;
  }
}

function nameOf(callee: Node): string {
  return callee.type === 'MemberExpression' ? text(child(callee, 'property')!) : text(callee);
}
