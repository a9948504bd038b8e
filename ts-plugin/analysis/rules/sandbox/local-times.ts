/** Texts of times without a zone: workflow code reads them as UTC, and plain code in the zone of its machine. */
import { type Node, child, children, effectiveParent, text, unwrap } from '../../../../compiler/ast.ts';
import { globalLinks } from '../../../../compiler/globals/global-paths.ts';
import { initialValue } from '../../code/held-values.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import type { ProjectFile } from '../../project/project.ts';
import type { CodePart } from '../../reach/module-code.ts';
import { sandboxError } from './messages.ts';

/** The findings in the parts of one file that workflows reach. */
export function localTimes(file: ProjectFile, parts: readonly CodePart[]): Finding[] {
  return parts.flatMap(({ references }) =>
    references.flatMap((reference) => {
      const link = globalLinks(reference).at(-1);
      const time = link && timeReadBy(link.path, link.node);
      if (!time || !isLocal(time)) return [];
      return [createFinding(file, time.span, sandboxError('sandbox_time_local', {}))];
    }),
  );
}

/** The argument of `new Date(…)` and `Date.parse(…)`. */
function timeReadBy(path: string, node: Node): Node | null {
  const { parent: call, inner } = effectiveParent(node);
  const isRead =
    call?.type === (path === 'Date' ? 'NewExpression' : 'CallExpression') && /^Date(?:\.parse)?$/.test(path);
  if (!isRead || child(call, 'callee') !== inner) return null;
  const [first, ...others] = children(call, 'arguments');
  return first && others.length === 0 ? first : null;
}

const ENDS_LOCAL = /T\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;
const ONLY_DATE = /^[+-]?\d{4,6}(?:-\d\d){0,2}$/;
const ZONE = /(?:Z|[+-]\d\d:?\d\d|GMT|UTC|[ECMP][SD]T)(?:\s*\(.*\))?$/i;

/** Of a text that is put together only the end counts. */
function isLocal(expression: Node): boolean {
  const value = initialValue(expression);
  switch (value.type) {
    case 'StringLiteral': {
      const time = text(value).trim();
      return !ONLY_DATE.test(time) && !ZONE.test(time) && !Number.isNaN(Date.parse(time));
    }
    case 'TemplateLiteral':
      return ENDS_LOCAL.test(text(children(value, 'quasis').at(-1)!, 'cooked'));
    case 'BinaryExpression': {
      const right = unwrap(child(value, 'right')!);
      return value['operator'] === '+' && right.type === 'StringLiteral' && ENDS_LOCAL.test(text(right));
    }
    default:
      return false;
  }
}
