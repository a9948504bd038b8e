/** All refactors at a place. */
import type { Span } from '../../../compiler/ast.ts';
import type { Project } from '../project/project.ts';
import { extractSelection } from './extract-selection.ts';
import { markFunction } from './mark-function.ts';
import type { Refactor } from './refactor.ts';
import { swapStart } from './start-call.ts';

/** The refactors for a selection or a cursor in a file. */
export function refactorsAt(project: Project, path: string, selected: Span): Refactor[] {
  const file = project.file(path);
  if (!file) return [];
  if (selected.start < selected.end) return extractSelection(project, file, selected);
  return [...markFunction(file, selected), ...swapStart(project, file, selected)];
}
