/** Functions of `workflow/api` in workflows: they ask the store, and nothing would record the answer. */
import { type Node, child, children, staticKey, takerOf } from '../../../../compiler/ast.ts';
import { runtimeError } from '../../../../runtime/contract/runtime-errors.ts';
import { type CallSite, nameOfPackage } from '../../code/call-sites.ts';
import { definedHookMethod } from '../../code/defined-hooks.ts';
import { memberRead, usesOfValue } from '../../code/held-values.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import { callError } from './messages.ts';

/** The functions of `workflow/api` that work in workflows. */
export const API_IN_WORKFLOWS: readonly string[] = ['start'];

/** The members of a child run's handle. */
const CHILD_MEMBERS = new Set(['runId', 'returnValue', 'cancel']);

/** Reports a function that workflows lack: one of `workflow/api`, or `resume` of a defined hook. */
export function checkApiCall({ contexts, file, node, callee, origin, project }: CallSite): Finding | null {
  const ofApi = origin?.kind === 'package' && origin.module === 'workflow/api' ? origin.path[0] : undefined;
  const name = ofApi ?? (definedHookMethod(project, file, callee) === 'resume' ? 'resume' : undefined);
  if (name === undefined || API_IN_WORKFLOWS.includes(name) || !contexts.isOnly(node, 'workflow')) return null;
  return createFinding(file, callee.span, runtimeError('sandbox_import_outside', { name: `${name}()` }));
}

/** Reports members that the handle of a child lacks. `await start(…)` in a workflow returns such a handle. */
export function checkChildHandle(site: CallSite): Finding[] {
  const { contexts, file, node, origin } = site;
  if (nameOfPackage(origin, 'workflow/api') !== 'start') return [];
  const { taker } = takerOf(node);
  if (taker?.type !== 'AwaitExpression' || !contexts.isOnly(node, 'workflow')) return [];
  return [...membersOf(site, taker), ...namesInPattern(taker)].flatMap((property) => {
    const member = staticKey(property);
    if (member === null || CHILD_MEMBERS.has(member) || member in Object.prototype) return [];
    return [createFinding(file, property.span, callError('call_child_member', { member }))];
  });
}

/** `const { status } = await start(…)`. */
function namesInPattern(awaited: Node): Node[] {
  const { taker } = takerOf(awaited);
  const pattern = taker?.type === 'VariableDeclarator' ? child(taker, 'id') : null;
  if (pattern?.type !== 'ObjectPattern') return [];
  return children(pattern, 'properties').flatMap((property) => child(property, 'key') ?? []);
}

/** The members that are read from an awaited value, directly or through its variable. */
function membersOf({ file }: CallSite, awaited: Node): Node[] {
  const direct = memberRead(awaited);
  if (direct) return [direct];
  const uses = usesOfValue(file, awaited) ?? [];
  if (uses.some(({ writes }) => writes)) return [];
  return uses.flatMap(({ node }) => memberRead(node) ?? []);
}
