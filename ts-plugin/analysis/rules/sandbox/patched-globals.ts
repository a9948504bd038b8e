/** Changes of built-ins in workflow code: they are frozen there, so a run would throw. */
import { type Node, child, children, effectiveParent, staticKey, text } from '../../../../compiler/ast.ts';
import { type Reference, referenceOf } from '../../../../compiler/analyze/scope.ts';
import { isAssigned } from '../../../../compiler/analyze/value-uses.ts';
import { toBoundCode } from '../../../../compiler/globals/bound-code.ts';
import { globalLinks } from '../../../../compiler/globals/global-paths.ts';
import { isGuarded } from '../../../../compiler/globals/guards.ts';
import { SANDBOX_GLOBALS } from '../../../../runtime/contract/sandbox-globals.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import type { ProjectFile } from '../../project/project.ts';
import type { CodePart } from '../../reach/module-code.ts';
import { sandboxError } from './messages.ts';

/** The built-ins that workflow code has. Each run has a global object of its own, whose properties can be assigned. */
const FROZEN = new Set(
  SANDBOX_GLOBALS.filter(({ kind }) => kind !== 'forbidden' && kind !== 'absent').flatMap(({ names }) => names),
);

/** Members that code can assign. */
const OPEN = new Set(['Error.stackTraceLimit', 'Error.prepareStackTrace']);

/** The findings in the parts of one file that workflows reach. */
export function patchedGlobals(file: ProjectFile, parts: readonly CodePart[]): Finding[] {
  return parts.flatMap(({ references }) =>
    references.flatMap((reference) => {
      const patched = patchedBy(reference);
      if (!patched || OPEN.has(patched.name) || isPolyfill(file, patched)) return [];
      return [createFinding(file, patched.node.span, sandboxError('sandbox_global_patched', { name: patched.name }))];
    }),
  );
}

interface Patched {
  /** `Math.random`. */
  name: string;
  node: Node;
}

function patchedBy(reference: Reference): Patched | null {
  const last = reference.writes ? undefined : globalLinks(reference).at(-1);
  const [root, ...members] = last?.path.split('.') ?? [];
  if (!last || !FROZEN.has(root!)) return null;
  const { parent, inner } = effectiveParent(last.node);
  const name = last.path;
  if (parent?.type === 'CallExpression') {
    const key = changedKey(parent, inner);
    return key === null ? null : { name: key === '' ? name : `${name}.${key}`, node: last.node };
  }
  return members.length > 0 && parent && isAssigned(parent, inner) ? { name, node: last.node } : null;
}

/** Functions of `Object` and `Reflect` that change their first argument. */
const CHANGERS = /^(?:assign|definePropert(?:y|ies)|deleteProperty|set|setPrototypeOf)$/;

/** The member that a call changes in its first argument; empty: several or an unknown one. `null`: it changes none. */
function changedKey(call: Node, object: Node): string | null {
  const callee = child(call, 'callee')!;
  const [first, key] = children(call, 'arguments');
  const owner = callee.type === 'MemberExpression' ? child(callee, 'object')! : null;
  const isGlobal = owner?.type === 'Identifier' && !referenceOf(owner)?.binding;
  if (!isGlobal || !/^(?:Object|Reflect)$/.test(text(owner)) || first !== object) return null;
  if (!CHANGERS.test(staticKey(child(callee, 'property')) ?? '')) return null;
  return key?.type === 'StringLiteral' ? text(key) : '';
}

/** `if (!Array.prototype.at) Array.prototype.at = …`: the sandbox has it, so the code never runs. */
function isPolyfill(file: ProjectFile, { name, node }: Patched): boolean {
  return isGuarded(toBoundCode(file, file.source.path), node, { name: name.split('.').at(-1)!, byTry: true });
}
