/** Makes a plain function a workflow or a step. */
import { type Node, type Span, child, isBlock, isFunction, staticKey, text } from '../../../compiler/ast.ts';
import { formOf, isClassForm, isInFunction, isInNamespace } from '../../../compiler/analyze/function-place.ts';
import { valueName } from '../../../compiler/analyze/name-path.ts';
import type { DirectiveKind } from '../../../compiler/directives.ts';
import { directiveKind, functionPrologue, readPrologue } from '../../../compiler/directives.ts';
import type { TextEdit } from '../finding.ts';
import { nodesAt } from '../nodes-at.ts';
import type { ProjectFile } from '../project.ts';
import { makeAsync } from '../rules/directives/async-functions.ts';
import { addDirective } from '../rules/directives/place-directive.ts';
import { directiveAround } from '../surroundings.ts';
import type { Refactor } from './refactor.ts';

/** Offered on the head of a function: its name, its parameters. */
export function markFunction(file: ProjectFile, selected: Span): Refactor[] {
  const fn = functionWithHeadAt(file, selected);
  if (!fn || directiveAround(file, fn) || isMarked(file, fn)) return [];
  const ready = makeAsync(file, fn);
  if (!ready) return [];
  const name = valueName(fn) || 'this function';
  return kindsFor(file, fn).flatMap((kind) => {
    const added = addDirective(file, fn, `use ${kind}`);
    return added ? [toRefactor({ kind, name, edits: [...ready, ...added] })] : [];
  });
}

function toRefactor({ kind, name, edits }: { kind: DirectiveKind; name: string; edits: TextEdit[] }): Refactor {
  const subject = name === 'this function' ? name : `"${name}"`;
  return {
    name: `rewrite.${kind}`,
    title: `Make ${subject} a ${kind}`,
    edit: () => ({ edits, renameAt: null }),
  };
}

function functionWithHeadAt(file: ProjectFile, { start, end }: Span): Node | null {
  const nodes = nodesAt(file, start);
  const declarator = nodes.find(({ type }) => type === 'VariableDeclarator');
  const init = declarator && child(declarator, 'init');
  const held = init && isFunction(init) && start <= child(declarator, 'id')!.span.end ? init : null;
  const fn = held ?? nodes.find(isFunction) ?? null;
  const body = fn && child(fn, 'body');
  if (!fn || !body || (start !== end && end > body.span.start)) return null;
  return start < body.span.start || (isBlock(body) && start === body.span.start) ? fn : null;
}

/** A file that begins with a directive has marked its functions. */
function isMarked({ items }: ProjectFile, fn: Node): boolean {
  return [...readPrologue(items), ...functionPrologue(fn)].some(({ written }) => directiveKind(written) !== null);
}

/** What the compiler could make of a plain function. */
export function kindsFor({ bindings }: ProjectFile, fn: Node): DirectiveKind[] {
  const scope = bindings.scopes.get(fn);
  if (!scope || isInNamespace(scope)) return [];
  const form = formOf(fn);
  const isPlain = form === 'declaration' || form === 'expression';
  const key = child(fn, 'key');
  const canBeStep =
    (!key || staticKey(key) !== null) &&
    !(isClassForm(form) && isInFunction(scope)) &&
    text(fn, 'type') !== 'PrivateMethod';
  return [
    ...(canBeStep ? (['step'] as const) : []),
    ...(isPlain && scope.kind === 'module' ? (['workflow'] as const) : []),
  ];
}
