/** Functions of `workflow/api` in workflows: they ask a store, and the answer would not be recorded. */
import { type Node, staticKey } from '../../../../compiler/ast.ts';
import { runtimeError } from '../../../../runtime/contract/runtime-errors.ts';
import { type CallSite, nameOfPackage, takerOf } from '../../code/call-sites.ts';
import { definedHookMethod } from '../../code/defined-hooks.ts';
import { memberRead, usesOfValue } from '../../code/held-values.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import { callError } from './messages.ts';

/** What `workflow/api` has in workflows; all else fails when it is called. */
export const API_IN_WORKFLOWS: readonly string[] = ['start'];

/** What the handle of a child run has. */
const CHILD_MEMBERS = new Set(['runId', 'returnValue', 'cancel']);

/** A function that workflows do not have: of `workflow/api`, or `resume` of a defined hook. */
export function checkApiCall({ contexts, file, node, callee, origin, project }: CallSite): Finding | null {
  const ofApi = origin?.kind === 'package' && origin.module === 'workflow/api' ? origin.path[0] : undefined;
  const name = ofApi ?? (definedHookMethod(project, file, callee) === 'resume' ? 'resume' : undefined);
  if (name === undefined || API_IN_WORKFLOWS.includes(name) || !contexts.isOnly(node, 'workflow')) return null;
  return createFinding(file, callee.span, runtimeError('sandbox_import_outside', { name: `${name}()` }));
}

/** `const run = await start(…)` in a workflow is the handle of a child, which has less than a run has outside. */
export function checkChildHandle(site: CallSite): Finding[] {
  const { contexts, file, node, origin } = site;
  if (nameOfPackage(origin, 'workflow/api') !== 'start') return [];
  const { taker } = takerOf(node);
  if (taker?.type !== 'AwaitExpression' || !contexts.isOnly(node, 'workflow')) return [];
  return membersOf(site, taker).flatMap((property) => {
    const member = staticKey(property);
    if (member === null || CHILD_MEMBERS.has(member) || member in Object.prototype) return [];
    return [createFinding(file, property.span, callError('call_child_member', { member }))];
  });
}

/** What is read of an awaited value, there or by the variable that holds it. */
function membersOf({ file }: CallSite, awaited: Node): Node[] {
  const direct = memberRead(awaited);
  if (direct) return [direct];
  const uses = usesOfValue(file, awaited) ?? [];
  if (uses.some(({ writes }) => writes)) return [];
  return uses.flatMap(({ node }) => memberRead(node) ?? []);
}
