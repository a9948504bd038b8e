/** How messages name a call. */
import { type Node, child, text } from '../../../compiler/ast.ts';

const LENGTH_MAX = 40;

/** As it is written, without its arguments: `charge()`. Of long ones the last name. */
export function calledText(code: string, callee: Node): string {
  const written = code.slice(callee.span.start, callee.span.end).replace(/\s+/g, ' ');
  if (written.length <= LENGTH_MAX) return `${written}()`;
  return `${text(child(callee, 'property') ?? callee) || '…'}()`;
}
