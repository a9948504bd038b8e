/** Races in a loop that await a hook in a promise of their own, which waits on when the race is lost. */
import { type Node, child, children, contains, parentOf, unwrap } from '../../../../compiler/ast.ts';
import { codeInside } from '../../../../compiler/walk-code.ts';
import { type CallSite, functionOrigin, methodOf } from '../../code/call-sites.ts';
import { initialValue } from '../../code/held-values.ts';
import { originOf } from '../../code/origins.ts';
import { functionAround } from '../../code/surroundings.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import { opensHook } from './hooks.ts';
import { functionError } from './messages.ts';

/** The findings on the contenders of a race that stand for a hook from outside of the loop. */
export function checkHookRace(site: CallSite): Finding[] {
  const { file, contexts, node, args, origin } = site;
  const isRace = origin?.kind === 'global' && /^Promise,(?:race|any)$/.test(origin.path.join());
  const loop = isRace ? loopAround(node) : null;
  const list = args[0] && unwrap(args[0]);
  if (!loop || list?.type !== 'ArrayExpression' || !contexts.isOnly(node, 'workflow')) return [];
  return children(list, 'elements').flatMap((contender) =>
    awaitedIn(site, contender).some((hook) => isOlderHook(site, hook, loop))
      ? [createFinding(file, contender.span, functionError('function_hook_race_waits_on', {}))]
      : [],
  );
}

const LOOP = /^(?:For|ForIn|ForOf|While|DoWhile)Statement$/;

function loopAround(node: Node): Node | null {
  const fn = functionAround(node);
  for (let at = parentOf(node); at && at !== fn; at = parentOf(at)) if (LOOP.test(at.type)) return at;
  return null;
}

/** The expressions that a contender awaits: `hook` in `hook.then(…)` and in `(async () => await hook)()`. */
function awaitedIn({ project, file }: CallSite, contender: Node): Node[] {
  const call = unwrap(contender);
  const callee = call.type === 'CallExpression' ? child(call, 'callee')! : null;
  if (!callee) return [];
  const method = methodOf(callee);
  if (method && /^(?:then|catch|finally)$/.test(method.name)) return [method.object];
  const called = functionOrigin(project, file, callee);
  return called && !called.directive && called.file === file ? awaits(called.node) : [];
}

function awaits(fn: Node): Node[] {
  return codeInside(fn).flatMap((node) => (node.type === 'AwaitExpression' ? [child(node, 'argument')!] : []));
}

/** Whether an expression is a hook that was there before the loop, so that later rounds await it as well. */
function isOlderHook(site: CallSite, expression: Node, loop: Node): boolean {
  const { project, file } = site;
  const node = initialValue(expression);
  if (node.type !== 'CallExpression' || contains(loop.span, node.span)) return false;
  const callee = child(node, 'callee')!;
  return opensHook({ ...site, node, callee, origin: originOf(project, file, callee) });
}
