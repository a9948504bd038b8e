/** Literals that are stored again with every call. */
import { unwrap } from '../../../../compiler/ast.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import type { ProjectFile } from '../../project/project.ts';
import type { BoundaryValue } from './boundary-values.ts';
import { dataError } from './messages.ts';

/** About what fits on a page of a store. */
const CHARACTERS_MAX = 8192;
const LITERALS = new Set(['ObjectExpression', 'ArrayExpression', 'StringLiteral', 'TemplateLiteral']);

/** At most one finding. */
export function checkLargeLiteral(file: ProjectFile, { node, target }: BoundaryValue): Finding[] {
  const { type, span } = unwrap(node);
  const size = span.end - span.start;
  if (size <= CHARACTERS_MAX || !LITERALS.has(type)) return [];
  return [createFinding(file, node.span, dataError('data_literal_large', { size, target }))];
}
