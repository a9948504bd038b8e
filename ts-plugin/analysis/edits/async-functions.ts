/** Turns functions into async functions. */
import { type Node, child } from '../../../compiler/ast.ts';
import { insertText, textOf, wrapText } from './text-edits.ts';
import type { TextEdit } from '../findings/finding.ts';
import type { ProjectFile } from '../project/project.ts';

/** Types that cannot be the result of a promise, because they describe the call itself. */
const NOT_OF_PROMISES = new Set(['TsTypePredicate', 'TsThisType']);

const ACCESSORS = /^(?:GetterProperty|SetterProperty|Constructor|getter|setter)$/;

/** The edits that make a function and its return type async; none when it is async, `null` when it cannot be. */
export function makeAsync(file: ProjectFile, fn: Node): TextEdit[] | null {
  if (fn['async'] === true) return [];
  if (ACCESSORS.test(fn.type) || ACCESSORS.test(String(fn['kind'])) || fn['generator'] === true) return null;
  const type = child(child(fn, 'returnType') ?? fn, 'typeAnnotation');
  if (type && NOT_OF_PROMISES.has(type.type)) return null;
  const keyword = insertText(file, startOf(fn), 'async ');
  return type && !isPromise(file, type) ? [keyword, ...wrapText(file, type.span, ['Promise<', '>'])] : [keyword];
}

/**
 * Whether callers of a function expect a promise already: it is async, or says so in its type. Making another function
 * async changes what its callers get.
 */
export function givesPromise(file: ProjectFile, fn: Node): boolean {
  const type = child(child(fn, 'returnType') ?? fn, 'typeAnnotation');
  return fn['async'] === true || (type !== null && isPromise(file, type));
}

/** The index behind decorators and modifiers. */
function startOf(fn: Node): number {
  return (child(fn, 'key') ?? fn).span.start;
}

function isPromise(file: ProjectFile, type: Node): boolean {
  return type.type === 'TsTypeReference' && /^Promise\b/.test(textOf(file, type.span));
}
