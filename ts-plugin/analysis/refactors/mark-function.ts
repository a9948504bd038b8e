/** Turns a plain function into a workflow or a step. */
import { valueName } from '../../../compiler/analyze/name-path.ts';
import { type Node, type Span, child, isBlock, isFunction } from '../../../compiler/ast.ts';
import { type DirectiveKind, directiveKind, functionPrologue, readPrologue } from '../../../compiler/directives.ts';
import { nodesAt } from '../code/nodes-at.ts';
import { directiveAround } from '../code/surroundings.ts';
import { makeAsync } from '../edits/async-functions.ts';
import { addDirective } from '../edits/place-directive.ts';
import { kindsFor } from '../edits/step-edits.ts';
import type { TextEdit } from '../findings/finding.ts';
import type { ProjectFile } from '../project/project.ts';
import type { Refactor } from './refactor.ts';

/** The refactors for a cursor in the head of a function. */
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

/** Whether a function has a directive, or its file has one. */
function isMarked({ items }: ProjectFile, fn: Node): boolean {
  return [...readPrologue(items), ...functionPrologue(fn)].some(({ written }) => directiveKind(written) !== null);
}
